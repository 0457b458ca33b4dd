/** Rounds a number to the four decimals of published numbers. */
export function round4(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
