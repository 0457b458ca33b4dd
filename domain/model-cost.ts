/**
 * What a request to a language model costs: at most before it is sent, and afterwards by what its server has told. Where the
 * server has told nothing, the tokens are estimated by their bytes, and the cost says so.
 */
import type { LanguageModelRequest, ModelOutcome, TokenPrices } from '#contracts/ports/language-model.ts';
import { tokenCents } from './tariff.ts';

export interface PricedRequest {
  request: Pick<LanguageModelRequest, 'messages' | 'answer' | 'limits'>;
  prices: TokenPrices;
}

export interface ModelCost {
  /** Cents and fractions of them. */
  cost_cents: number;
  /** The server has not told the tokens of every try. */
  cost_estimated?: true;
}

/** A token of plain text has some four bytes; it never has none. */
const USUAL_BYTES_PER_TOKEN = 4;

export function isFree({ input_cents_per_million, output_cents_per_million }: TokenPrices): boolean {
  return input_cents_per_million === 0 && output_cents_per_million === 0;
}

/** In cents, for one try. A token stands for a byte at least, and a model stops at its limit of output. */
export function mostCents({ request, prices }: PricedRequest): number {
  return tokenCents({ input_tokens: bytesOf(request), output_tokens: request.limits.max_output_tokens }, prices);
}

/** What the outcome has cost, tries without an answer included. */
export function costOfOutcome(priced: PricedRequest, outcome: ModelOutcome): ModelCost {
  const told = outcome.usage === null ? 0 : tokenCents(outcome.usage, priced.prices);
  const untold = outcome.untold_tries ?? (outcome.ok && outcome.usage === null ? 1 : 0);
  if (untold === 0) return { cost_cents: told };
  const output_tokens = outcome.ok ? tokensIn(outcome.answer) : 0;
  return estimated(told + untoldCents(priced, untold, output_tokens));
}

/**
 * What tries have cost of which nobody knows the outcome, as they were broken off: what they have read. What was written
 * until then nobody can tell.
 */
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
