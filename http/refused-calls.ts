/**
 * Limits calls of metered operations that are refused because of their input. The hourly quota counts only what is
 * verified; without a limit of their own, bodies that are refused at their end could be sent endlessly.
 */
import { LRUCache } from 'lru-cache';
import type { QuotaState } from '#contracts/ports/admission.ts';
import type { Clock } from '#contracts/ports/clock.ts';
import type { Counters } from '#contracts/ports/counters.ts';
import { rateLimitExceeded } from './rate-limit.ts';

/** The same as for unmetered requests; correcting mistakes by hand stays far below it. */
const REFUSED_PER_MINUTE = 60;
const MINUTE_MS = 60_000;
/** Keys known to be over the limit for the rest of the minute, some hundred bytes each. */
const MAX_KEYS = 10_000;

export interface RefusedCalls {
  /**
   * Throws rate_limit_exceeded if the key's refused calls of this minute are used up. Reads no store: the process knows
   * only of the calls that it refused itself.
   */
  check(keyId: string): void;
  /** Counts one refused call. Ignores errors of the store, so that the refusal itself is not lost. */
  count(keyId: string): Promise<void>;
}

export function createRefusedCalls(
  counters: Counters,
  clock: Clock,
  { perMinute = REFUSED_PER_MINUTE } = {},
): RefusedCalls {
  const usedUp = new LRUCache<string, { untilMs: number }>({ max: MAX_KEYS });
  return {
    check(keyId) {
      const found = usedUp.get(keyId);
      if (found === undefined) return;
      const leftMs = found.untilMs - clock.now();
      if (leftMs > 0) {
        const state = { limit: perMinute, remaining: 0, reset_seconds: leftMs / 1000 };
        throw rateLimitExceeded(state, 'refused calls per minute and API key');
      }
      usedUp.delete(keyId);
    },
    async count(keyId) {
      let state: QuotaState;
      const now = clock.now();
      try {
        state = await counters.hit(`refused:${keyId}`, perMinute, MINUTE_MS, now);
      } catch {
        return;
      }
      if (state.remaining <= 0) usedUp.set(keyId, { untilMs: now + state.reset_seconds * 1000 });
    },
  };
}
