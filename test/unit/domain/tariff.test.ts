import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startedCents, tokenCents } from '#domain/tariff.ts';

test('tokens are priced by the million', () => {
  const prices = { input_cents_per_million: 7.5, output_cents_per_million: 60 };
  assert.equal(tokenCents({ input_tokens: 1_000_000, output_tokens: 500_000 }, prices), 37.5);
  assert.equal(tokenCents({ input_tokens: 900, output_tokens: 60 }, prices), 0.01035);
});

test('started cents are charged; rounding errors of sums start none', () => {
  assert.deepEqual([0, 0.01, 1, 1.000001].map(startedCents), [0, 1, 1, 2]);
  assert.equal(startedCents(Array.from({ length: 10 }, () => 0.1).reduce((sum, cents) => sum + cents, 0)), 1);
  assert.equal(startedCents(0.1 + 0.2 + 2.7), 3);
});
