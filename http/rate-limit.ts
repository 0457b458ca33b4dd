/**
 * The limit per minute and key on unmetered operations, and the RateLimit headers of all operations (IETF draft 06,
 * delta seconds). Metered operations report the hourly quota, which their handlers count on admission.
 */
import { ApiError } from '#contracts/errors.ts';
import type { AdmissionStore, QuotaState } from '#contracts/ports/admission.ts';
import type { Clock } from '#contracts/ports/clock.ts';
import type { Counters } from '#contracts/ports/counters.ts';
import type { Principal } from './context.ts';

const REQUESTS_PER_MINUTE = 60;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/** Counts unmetered calls, and reads the quota of metered ones. */
export type RateCounters = Counters & Pick<AdmissionStore, 'quota'>;

/** Present in every response that reports a limit. */
export const LIMIT_HEADER = 'ratelimit-limit';

/** Returns the `RateLimit-*` headers of a state. */
export function rateLimitHeaders(state: QuotaState): Record<string, string> {
  return {
    [LIMIT_HEADER]: String(state.limit),
    'ratelimit-remaining': String(Math.max(0, state.remaining)),
    'ratelimit-reset': String(resetSeconds(state)),
  };
}

/**
 * Returns the refusal for a state, with its headers. Retry-After is never earlier than the reset. `counted` is what the
 * limit counts, such as `calls per minute and API key`.
 */
export function rateLimitExceeded(state: QuotaState, counted: string): ApiError {
  const message = `The limit of ${state.limit} ${counted} is reached.`;
  const headers = rateLimitHeaders(state);
  return new ApiError('rate_limit_exceeded', { message, retryAfter: resetSeconds(state), headers });
}

/**
 * Counts an unmetered request, or a metered one that uses no quota. Returns the headers; throws rate_limit_exceeded.
 */
export async function countRequest(
  counters: Counters,
  clock: Clock,
  principal: Pick<Principal, 'key_id'>,
): Promise<Record<string, string>> {
  const state = await counters.hit(`minute:${principal.key_id}`, REQUESTS_PER_MINUTE, MINUTE_MS, clock.now());
  if (!state.allowed) throw rateLimitExceeded(state, 'unmetered calls per minute and API key');
  return rateLimitHeaders(state);
}

/** Counts one of the uses that are limited by the hour. `name`: what is used, and by whom. Throws rate_limit_exceeded. */
export async function countHourly(
  { operations, clock }: { operations: { counters: Counters }; clock: Clock },
  name: string,
  limit: number,
  counted: string,
): Promise<void> {
  const state = await operations.counters.hit(name, limit, HOUR_MS, clock.now());
  if (!state.allowed) throw rateLimitExceeded(state, counted);
}

/**
 * Returns the headers for what is left of the metered quota; none if the store fails, so that the response is not lost.
 */
export async function quotaHeaders(
  counters: Pick<RateCounters, 'quota'>,
  clock: Clock,
  principal: Principal,
): Promise<Record<string, string>> {
  try {
    return rateLimitHeaders(await counters.quota(principal.key_id, principal.quota_per_hour, clock.now()));
  } catch {
    return {};
  }
}

function resetSeconds(state: QuotaState): number {
  return Math.max(1, Math.ceil(state.reset_seconds));
}
