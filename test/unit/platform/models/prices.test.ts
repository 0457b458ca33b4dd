import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CATALOGUE } from '#platform/models/catalogue.ts';
import { LIST_PRICES, listPrice } from '#platform/models/prices.ts';

test('a model of a provider has its list price', () => {
  assert.equal(listPrice('openai', 'gpt-4.1-mini').output_cents_per_million, 160);
});

test('an unlisted model has the highest price of its provider', () => {
  assert.equal(listPrice('anthropic', 'claude-of-tomorrow'), listPrice('anthropic', 'claude-opus-4-6'));
});

test('every model of a provider that can be connected has a price of its own', () => {
  for (const [provider, models] of Object.entries(CATALOGUE)) {
    assert.deepEqual(
      models.map(({ id }) => id).filter((id) => LIST_PRICES[provider]?.[id] === undefined),
      [],
      provider,
    );
  }
});
