/** Fixed windows on the UTC clock: hours for quotas, months for cost, any length for counters. */
import type { QuotaState } from '#contracts/ports/admission.ts';

export const HOUR_MS = 3_600_000;

/** Start of the window that contains `now`, in milliseconds since the Unix epoch. */
export function windowStart(now: number, lengthMs: number): number {
  return Math.floor(now / lengthMs) * lengthMs;
}

export function quotaState(limit: number, used: number, windowEnd: number, now: number): QuotaState {
  return {
    limit,
    remaining: Math.max(0, limit - used),
    reset_seconds: Math.ceil((windowEnd - now) / 1000),
  };
}

/** Months since year 0, in UTC. */
export function monthNumber(now: number): number {
  const date = new Date(now);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}
