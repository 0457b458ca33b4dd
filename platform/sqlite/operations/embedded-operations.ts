/**
 * The operational stores of the embedded shape. Durable state lives in the store thread; counters and leases, which
 * mean nothing after the process has ended, live in the memory of the thread that serves requests.
 */
import type { OperationalStores } from '#contracts/ports/operational-stores.ts';
import type { DurableOperations } from './operational-stores.ts';
import { MemoryCounters, MemoryLeases } from './volatile-state.ts';

/** Adds counters and leases in this thread's memory to the durable stores. */
export function withVolatileState(durable: DurableOperations): OperationalStores {
  const { idempotency, admission, uniqueValues, values } = durable;
  const counters = new MemoryCounters();
  const leases = new MemoryLeases();
  return {
    idempotency,
    admission,
    uniqueValues,
    values,
    counters,
    leases,
    sweep: async (now) => counters.sweep(now) + leases.sweep(now) + (await durable.sweep(now)),
    close: () => durable.close(),
  };
}
