/** Delays between tries that grow with every failure in a row. */

export interface Backoff {
  /** After the first failure; doubled after each further one. */
  base_ms: number;
  max_ms: number;
  /** The random part of a delay, 0 to 1: tries of what failed together don't come together. Default 0. */
  jitter?: number;
}

/** Milliseconds to wait after so many failures (from 1) in a row; `random` in [0, 1). */
export function backoffDelay(
  { base_ms, max_ms, jitter = 0 }: Backoff,
  failures: number,
  random: number = Math.random(),
): number {
  const full = Math.min(max_ms, base_ms * 2 ** (failures - 1));
  return Math.round(full * (1 - jitter * random));
}
