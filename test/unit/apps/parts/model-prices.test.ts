import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pricesOf } from '#apps/parts/model-prices.ts';
import { CATALOGUE } from '#platform/models/catalogue.ts';
import { LIST_PRICES } from '#platform/models/prices.ts';

const prices = { input_cents_per_million: 7.5, output_cents_per_million: 60 };
const configuration = {
  model: { url: '', name: 'own', key: '', kind: 'general' as const, isExternal: false, prices },
};
const connected = (provider: string, id: string) =>
  pricesOf({ id, provider, connection_id: 'pvc_1' }, configuration).output_cents_per_million;

test("a model has the operator's configured price, or its provider's list price", () => {
  assert.deepEqual(pricesOf({ id: 'own', provider: 'operator', connection_id: null }, configuration), prices);
  assert.equal(connected('openai', 'gpt-4.1-mini'), 160);
});

test('an unlisted model has the highest price of its provider', () => {
  assert.equal(connected('anthropic', 'claude-of-tomorrow'), connected('anthropic', 'claude-opus-4-6'));
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
