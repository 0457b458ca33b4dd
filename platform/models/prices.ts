/**
 * List prices of providers' models, in cents per million tokens, as of 2026-03-31. Used for the monthly limits; the
 * provider bills the account's owner directly. A name that always means the newest model has the highest price of all
 * models that it has meant.
 */
import type { TokenPrices } from '#contracts/ports/language-model.ts';

const price = (input_cents_per_million: number, output_cents_per_million: number): TokenPrices => ({
  input_cents_per_million,
  output_cents_per_million,
});

export const LIST_PRICES: Readonly<Record<string, Readonly<Record<string, TokenPrices>>>> = {
  openai: {
    'gpt-5.4': price(250, 1_500),
    'gpt-5.4-mini': price(75, 450),
    'gpt-4.1': price(200, 800),
    'gpt-4.1-mini': price(40, 160),
  },
  anthropic: {
    'claude-opus-4-6': price(500, 2_500),
    'claude-sonnet-4-6': price(300, 1_500),
    'claude-haiku-4-5': price(100, 500),
  },
  google: {
    'gemini-2.5-pro': price(125, 1_000),
    'gemini-flash-latest': price(50, 300),
    'gemini-2.5-flash': price(30, 250),
  },
  mistral: {
    'mistral-large-latest': price(200, 600),
    'mistral-medium-latest': price(40, 200),
    'mistral-small-latest': price(20, 60),
  },
};

/** The price of a provider's model. An unlisted model has the price of the provider's most expensive one. */
export function listPrice(provider: string, model: string): TokenPrices {
  const models = LIST_PRICES[provider];
  if (models === undefined) throw new RangeError('a provider without prices');
  return models[model] ?? dearest(Object.values(models));
}

function dearest(prices: readonly TokenPrices[]): TokenPrices {
  return prices.reduce((most, one) => (one.output_cents_per_million > most.output_cents_per_million ? one : most));
}
