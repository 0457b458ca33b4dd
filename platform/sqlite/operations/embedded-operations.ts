/**
 * The operational stores of the embedded shape: what lasts is in the store thread; what means nothing after the process
 * has ended, counters and leases, is in memory where the requests are.
 */
import type { OperationalStores } from '#contracts/ports/operational-stores.ts';
import type { DurableOperations } from './operational-stores.ts';
import { MemoryCounters, MemoryLeases } from './volatile-state.ts';

/** The stores, with counters and leases in this thread's memory. */
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
