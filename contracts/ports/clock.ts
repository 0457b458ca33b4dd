/** The only source of time outside adapters, so that tests can hold it still. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
}

/** Waiting for a time to come. What waits keeps no process alive. */
export interface Timers {
  /** Calls back once after so many milliseconds, unless the function returned was called before. */
  after(delay_ms: number, callback: () => void): () => void;
}
