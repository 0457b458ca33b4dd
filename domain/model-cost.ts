/**
 * The cost of a request to a language model: at most, before it is sent, and afterwards as reported by its server. If
 * the server reports nothing, the tokens are estimated from the bytes, and the cost is marked as estimated.
 */
import type { LanguageModelRequest, ModelOutcome, TokenPrices } from '#contracts/ports/language-model.ts';
import { tokenCents } from './tariff.ts';

export interface PricedRequest {
  request: Pick<LanguageModelRequest, 'messages' | 'answer' | 'limits'>;
  prices: TokenPrices;
}

export interface ModelCost {
  /** In cents and fractions of cents. */
  cost_cents: number;
  /** Set if the server did not report the tokens of every try. */
  cost_estimated?: true;
}

/** A token of plain text usually has four bytes; it never has none. */
const USUAL_BYTES_PER_TOKEN = 4;

export function isFree({ input_cents_per_million, output_cents_per_million }: TokenPrices): boolean {
  return input_cents_per_million === 0 && output_cents_per_million === 0;
}

/** In cents, for one try. A token stands for at least one byte, and a model stops at its output limit. */
export function mostCents({ request, prices }: PricedRequest): number {
  return tokenCents({ input_tokens: bytesOf(request), output_tokens: request.limits.max_output_tokens }, prices);
}

/** The cost of the outcome, including tries without an answer. */
export function costOfOutcome(priced: PricedRequest, outcome: ModelOutcome): ModelCost {
  const told = outcome.usage === null ? 0 : tokenCents(outcome.usage, priced.prices);
  const untold = outcome.untold_tries ?? (outcome.ok && outcome.usage === null ? 1 : 0);
  if (untold === 0) return { cost_cents: told };
  const output_tokens = outcome.ok ? tokensIn(outcome.answer) : 0;
  return estimated(told + untoldCents(priced, untold, output_tokens));
}

/** The cost of cancelled tries with unknown outcome: that of their input. What was written until then is unknown. */
export function costOfBrokenOff(priced: PricedRequest, tries: number): ModelCost {
  return tries === 0 ? { cost_cents: 0 } : estimated(untoldCents(priced, tries, 0));
}

function untoldCents({ request, prices }: PricedRequest, tries: number, output_tokens: number): number {
  const input_tokens = tries * Math.ceil(bytesOf(request) / USUAL_BYTES_PER_TOKEN);
  return tokenCents({ input_tokens, output_tokens }, prices);
}

function estimated(cost_cents: number): ModelCost {
  return { cost_cents, cost_estimated: true };
}

function tokensIn(answer: unknown): number {
  return Math.ceil(Buffer.byteLength(JSON.stringify(answer)) / USUAL_BYTES_PER_TOKEN);
}

function bytesOf({ messages, answer }: PricedRequest['request']): number {
  return Buffer.byteLength(JSON.stringify({ messages, answer }));
}
