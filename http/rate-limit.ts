/**
 * The limit per minute and key on unmetered operations, and the RateLimit headers of all (IETF draft 06, delta
 * seconds). Metered operations report the hourly quota, which their handlers count on admission.
 */
import { ApiError } from '#contracts/errors.ts';
import type { Operation } from '#contracts/http/operation.ts';
import type { Clock } from '#contracts/ports/clock.ts';
import type { OperationalStore, QuotaState } from '#contracts/ports/operational-store.ts';
import type { Principal } from './context.ts';

const REQUESTS_PER_MINUTE = 60;
const MINUTE_MS = 60_000;

export type RateCounters = Pick<OperationalStore, 'hit' | 'quota'>;

/** `RateLimit-*` headers of a state. */
export function rateLimitHeaders(state: QuotaState): Record<string, string> {
  return {
    'ratelimit-limit': String(state.limit),
    'ratelimit-remaining': String(Math.max(0, state.remaining)),
    'ratelimit-reset': String(resetSeconds(state)),
  };
}

/** The refusal that belongs to a state, with its headers; Retry-After is never earlier than the reset. */
export function rateLimitExceeded(state: QuotaState): ApiError {
  return new ApiError('rate_limit_exceeded', { retryAfter: resetSeconds(state), headers: rateLimitHeaders(state) });
}

/**
 * Counts an unmetered request, or looks at the quota of a metered one. Answers the headers; throws
 * rate_limit_exceeded.
 */
export async function countRequest(
  counters: RateCounters,
  clock: Clock,
  principal: Principal,
  operation: Pick<Operation, 'metered'>,
): Promise<Record<string, string>> {
  if (operation.metered) {
    return rateLimitHeaders(await counters.quota(principal.key_id, principal.quota_per_hour, clock.now()));
  }
  const state = await counters.hit(`minute:${principal.key_id}`, REQUESTS_PER_MINUTE, MINUTE_MS, clock.now());
  if (!state.allowed) throw rateLimitExceeded(state);
  return rateLimitHeaders(state);
}

function resetSeconds(state: QuotaState): number {
  return Math.max(1, Math.ceil(state.reset_seconds));
}
