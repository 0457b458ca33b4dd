/** Price of verifying a text: cents per started 10,000 bytes of its UTF-8 encoding. */
export interface Tariff {
  cents_per_started_10_kb: number;
}

export const BYTES_PER_UNIT = 10_000;

/** The price in cents: ⌈bytes ÷ 10,000⌉ × tariff. */
export function costCents(bytes: number, tariff: Tariff): number {
  return Math.ceil(bytes / BYTES_PER_UNIT) * tariff.cents_per_started_10_kb;
}
