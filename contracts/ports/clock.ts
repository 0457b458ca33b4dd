/** The only source of time outside adapters, so that tests can control it. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
}

/** Timers, which do not keep the process alive. */
export interface Timers {
  /** Calls `callback` once after the delay. Returns a function that cancels it. */
  after(delay_ms: number, callback: () => void): () => void;
}
