/** The cost of a question to a language model, with and without tokens reported by its server. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ModelOutcome } from '#contracts/ports/language-model.ts';
import { costOfBrokenOff, costOfOutcome, mostCents } from '#domain/model-cost.ts';

const request = { messages: [{ role: 'user' as const, content: 'x'.repeat(350) }], answer: null };
/** A cent for a token that is read, ten for one that is written. */
const prices = { input_cents_per_million: 1_000_000, output_cents_per_million: 10_000_000 };
const priced = { request: { ...request, limits: { max_output_tokens: 5 } }, prices };
/** Of the request, by its bytes. */
const READ = Math.ceil(Buffer.byteLength(JSON.stringify(request)) / 4);

const usage = { input_tokens: 100, output_tokens: 3 };
const answered: ModelOutcome = { ok: true, answer: 'yes', usage, first_token: null };
const failed: ModelOutcome = { ok: false, failure: { kind: 'unavailable', reason: 'timeout' }, usage: null };

test('the cost follows the reported tokens, of answers and failures', () => {
  assert.deepEqual(costOfOutcome(priced, answered), { cost_cents: 130 });
  assert.deepEqual(costOfOutcome(priced, { ...failed, usage }), { cost_cents: 130 });
});

test('a failure that used nothing costs nothing', () => {
  assert.deepEqual(costOfOutcome(priced, failed), { cost_cents: 0 });
});

test('tries without reported tokens are estimated, and the cost says so', () => {
  const estimate = (cost_cents: number) => ({ cost_cents, cost_estimated: true });
  assert.deepEqual(costOfOutcome(priced, { ...failed, untold_tries: 2 }), estimate(2 * READ));
  // The answer is five bytes of JSON, which two tokens may have.
  assert.deepEqual(costOfOutcome(priced, { ...answered, usage: null }), estimate(READ + 20));
  assert.deepEqual(costOfOutcome(priced, { ...answered, untold_tries: 1 }), estimate(130 + READ + 20));
  assert.deepEqual(costOfBrokenOff(priced, 1), estimate(READ));
  assert.deepEqual(costOfBrokenOff(priced, 0), { cost_cents: 0 });
});

test('no try costs more than is reserved for it', () => {
  assert.ok(mostCents(priced) >= costOfOutcome(priced, { ...answered, usage: null }).cost_cents);
});
