/** When a message is sent to a webhook, and sent again: the schedule of Standard Webhooks 1.0.0. */

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Milliseconds before each attempt, counted from the end of the one before: 75 hours and a half in all. */
export const ATTEMPT_DELAYS_MS: readonly number[] = [
  0,
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];

/** A delay is up to this share longer, at random: what failed together is not sent again together. */
const JITTER = 0.1;
/** No receiver can put off an attempt by more. */
const LONGEST_RETRY_AFTER_MS = 24 * HOUR;

/**
 * Milliseconds until the attempt after `attempts` failed ones, or null if there is none. `retryAfterMs` is what the
 * receiver has asked for, which can only make it later; `random` is in [0, 1).
 */
export function delayAfter(attempts: number, retryAfterMs: number | null, random: number): number | null {
  const delay = ATTEMPT_DELAYS_MS[attempts];
  if (delay === undefined) return null;
  const asked = Math.min(retryAfterMs ?? 0, LONGEST_RETRY_AFTER_MS);
  return Math.max(Math.round(delay * (1 + JITTER * random)), asked);
}

/** The `error_class` of a message that was not even tried, as too many are owed already. */
export const TOO_MANY_OWED = 'too_many_owed';

/** A webhook that has had nothing but failures for this long is given up on. */
export const GIVEN_UP_AFTER_MS = 5 * 24 * HOUR;
