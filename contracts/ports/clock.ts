/** The only source of time and of random ids outside adapters, so that tests can hold both still. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** Waiting for a time to come. What waits keeps no process alive. */
export interface Timers {
  /** Calls back once after so many milliseconds, unless the function returned was called before. */
  after(delay_ms: number, callback: () => void): () => void;
}

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

/** Waits; ends early when the signal aborts. */
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
