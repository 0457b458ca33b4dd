/** Price of verifying a text: so many cents per started 10,000 bytes of its UTF-8 form. */
export interface Tariff {
  cents_per_started_10_kb: number;
}

export const BYTES_PER_UNIT = 10_000;

/** ⌈bytes ÷ 10,000⌉ · cents. */
export function costCents(bytes: number, tariff: Tariff): number {
  return Math.ceil(bytes / BYTES_PER_UNIT) * tariff.cents_per_started_10_kb;
}
