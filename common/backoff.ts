/** Exponential back-off. */

export interface Backoff {
  /** Delay after the first failure; doubled after each further one. */
  base_ms: number;
  max_ms: number;
  /** The random share of a delay, 0 to 1, which spreads retries that failed together. Default 0. */
  jitter?: number;
}

/** Milliseconds to wait after `failures` (from 1) consecutive failures; `random` in [0, 1). */
export function backoffDelay(
  { base_ms, max_ms, jitter = 0 }: Backoff,
  failures: number,
  random: number = Math.random(),
): number {
  const full = Math.min(max_ms, base_ms * 2 ** (failures - 1));
  return Math.round(full * (1 - jitter * random));
}
