/** When a message is sent to a webhook, and sent again: the schedule of Standard Webhooks 1.0.0. */

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Milliseconds before each attempt, from the end of the previous one: 75.5 hours in total. */
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

/** A delay is randomly extended by up to this share, so that messages that failed together are not retried together. */
const JITTER = 0.1;
/** The most by which a receiver can delay an attempt. */
const LONGEST_RETRY_AFTER_MS = 24 * HOUR;

/**
 * Milliseconds until the attempt after `attempts` failed ones, or null if there is none. `retryAfterMs`: the delay that
 * the receiver asked for, which can only extend ours. `random`: in [0, 1).
 */
export function delayAfter(attempts: number, retryAfterMs: number | null, random: number): number | null {
  const delay = ATTEMPT_DELAYS_MS[attempts];
  if (delay === undefined) return null;
  const asked = Math.min(retryAfterMs ?? 0, LONGEST_RETRY_AFTER_MS);
  return Math.max(Math.round(delay * (1 + JITTER * random)), asked);
}

/** The `error_class` of a message that was not sent because too many are owed already. */
export const TOO_MANY_OWED = 'too_many_owed';

/** A webhook whose attempts have all failed for this long is disabled. */
export const GIVEN_UP_AFTER_MS = 5 * 24 * HOUR;
