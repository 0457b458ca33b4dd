/** Published numbers carry four decimals. */
export function round4(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
