/**
 * Counters and leases in memory, for the embedded shape with its single process. They mean nothing after the process
 * has ended; a lease that outlived a killed process would only delay its successor.
 */
import type { QuotaState } from '#contracts/ports/admission.ts';
import type { Counters } from '#contracts/ports/counters.ts';
import type { Leases } from '#contracts/ports/leases.ts';
import { quotaState, windowStart } from '../../fixed-windows.ts';

export class MemoryCounters implements Counters {
  readonly #counters = new Map<string, { windowEnd: number; used: number }>();

  async hit(counter: string, limit: number, windowMs: number, now: number): Promise<QuotaState & { allowed: boolean }> {
    const windowEnd = windowStart(now, windowMs) + windowMs;
    const known = this.#counters.get(counter);
    const used = known?.windowEnd === windowEnd ? known.used : 0;
    const allowed = used < limit;
    const counted = allowed ? used + 1 : used;
    this.#counters.set(counter, { windowEnd, used: counted });
    return { allowed, ...quotaState(limit, counted, windowEnd, now) };
  }

  /** Drops counters of past windows. Returns how many. */
  sweep(now: number): number {
    return dropWhere(this.#counters, ({ windowEnd }) => windowEnd <= now);
  }
}

export class MemoryLeases implements Leases {
  readonly #leases = new Map<string, { holder: string; until: number }>();

  async acquire(name: string, holder: string, ttlMs: number, now: number): Promise<boolean> {
    const lease = this.#leases.get(name);
    if (lease !== undefined && lease.holder !== holder && lease.until > now) return false;
    this.#leases.set(name, { holder, until: now + ttlMs });
    return true;
  }

  async release(name: string, holder: string): Promise<void> {
    if (this.#leases.get(name)?.holder === holder) this.#leases.delete(name);
  }

  /** Drops expired leases. Returns how many. */
  sweep(now: number): number {
    return dropWhere(this.#leases, ({ until }) => until <= now);
  }
}

function dropWhere<Value>(map: Map<string, Value>, isOver: (value: Value) => boolean): number {
  let dropped = 0;
  for (const [key, value] of map) {
    if (isOver(value)) {
      map.delete(key);
      dropped++;
    }
  }
  return dropped;
}
