/** The system's clock and timers, and helpers for any clock. */
import type { Clock, Timers } from '#contracts/ports/clock.ts';

export const systemClock: Clock = { now: () => Date.now() };

export const systemTimers: Timers = {
  after(delay_ms, callback) {
    const timer = setTimeout(callback, delay_ms).unref();
    return () => clearTimeout(timer);
  },
};

/** RFC 3339 in UTC with milliseconds. */
export function timestamp(clock: Clock): string {
  return new Date(clock.now()).toISOString();
}

/** Waits; returns early when the signal aborts. */
export function pause(timers: Timers, milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const end = () => {
      cancel();
      signal.removeEventListener('abort', end);
      resolve();
    };
    const cancel = timers.after(milliseconds, end);
    signal.addEventListener('abort', end);
  });
}
