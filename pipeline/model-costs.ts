/** What one run's questions to a language model cost: the most before they are asked, and afterwards by their tokens. */
import type { ModelOutcome, TokenPrices } from '#contracts/ports/language-model.ts';
import { tokenCents } from '#domain/tariff.ts';
import type { ModelRequest } from '#engine/types.ts';
import type { StageRun } from './run.ts';
import { openRunCosts, type RunCostsDependencies } from './run-costs.ts';

export interface PaidOutcome {
  outcome: ModelOutcome;
  /** Absent for a model without a price. */
  cost_cents?: number;
}

export interface ModelCosts {
  /**
   * Runs `ask` if the monthly limits allow what the question may cost at most; else resolves to null. Rejects like `ask`,
   * or with the signal's reason while it waits.
   */
  pay(question: PricedQuestion, ask: () => Promise<ModelOutcome>, signal: AbortSignal): Promise<PaidOutcome | null>;
}

export interface PricedQuestion {
  request: ModelRequest;
  prices: TokenPrices;
}

/** A token of plain text has some four bytes; it never has none. */
const USUAL_BYTES_PER_TOKEN = 4;

export function openModelCosts(dependencies: RunCostsDependencies, run: StageRun): ModelCosts {
  const costs = openRunCosts(dependencies, run);
  return {
    async pay(question, ask, signal) {
      if (isFree(question.prices)) return { outcome: await ask() };
      const price = { most: mostCents(question), of: (outcome: ModelOutcome) => centsOf(question, outcome) };
      return costs.pay(price, ask, signal);
    },
  };
}

function isFree({ input_cents_per_million, output_cents_per_million }: TokenPrices): boolean {
  return input_cents_per_million === 0 && output_cents_per_million === 0;
}

/** A token stands for a byte at least, and a model stops at its limit of output. */
function mostCents({ request, prices }: PricedQuestion): number {
  return tokenCents({ input_tokens: bytesOf(request), output_tokens: request.limits.max_output_tokens }, prices);
}

/** What the outcome cost. Where the server doesn't count the tokens of an answer, they are estimated. */
function centsOf({ request, prices }: PricedQuestion, outcome: ModelOutcome): number {
  if (outcome.usage !== null) return tokenCents(outcome.usage, prices);
  if (!outcome.ok) return 0;
  const tokensIn = (bytes: number) => Math.ceil(bytes / USUAL_BYTES_PER_TOKEN);
  const answer = Buffer.byteLength(JSON.stringify(outcome.answer));
  return tokenCents({ input_tokens: tokensIn(bytesOf(request)), output_tokens: tokensIn(answer) }, prices);
}

function bytesOf({ messages, answer }: ModelRequest): number {
  return Buffer.byteLength(JSON.stringify({ messages, answer }));
}
