/** What verifying costs: a text by its bytes, questions to a language model by their tokens. */

import type { TokenPrices, TokenUsage } from '#contracts/ports/language-model.ts';

/** Price of verifying a text: cents per started 10,000 bytes of its UTF-8 encoding. */
export interface Tariff {
  cents_per_started_10_kb: number;
}

/** Prices of a model on one's own machine. */
export const NO_PRICES: TokenPrices = { input_cents_per_million: 0, output_cents_per_million: 0 };

export const BYTES_PER_UNIT = 10_000;

/** The price in cents: ⌈bytes ÷ 10,000⌉ × tariff. */
export function costCents(bytes: number, tariff: Tariff): number {
  return Math.ceil(bytes / BYTES_PER_UNIT) * tariff.cents_per_started_10_kb;
}

/** The price of tokens in cents, with six decimals. */
export function tokenCents(
  { input_tokens, output_tokens }: TokenUsage,
  { input_cents_per_million, output_cents_per_million }: TokenPrices,
): number {
  return roundedCents((input_tokens * input_cents_per_million + output_tokens * output_cents_per_million) / 1_000_000);
}

/** Rounds up to whole cents, which is what is charged. */
export function startedCents(cents: number): number {
  return Math.ceil(roundedCents(cents));
}

/** Rounds to six decimals of a cent. Removes rounding errors of sums, which would otherwise start another cent. */
export function roundedCents(cents: number): number {
  return Math.round(cents * 1_000_000) / 1_000_000;
}
