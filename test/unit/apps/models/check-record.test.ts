/** Checks of language models are kept by model, the newest first, whatever was stored before. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkOf, type ModelCheck, readChecks, writeCheck } from '#apps/models/language-check/check-record.ts';
import { memoryValues } from '#test/support/memory-server-values.ts';

const check = (name: string, trust: ModelCheck['trust'] = 'trusted'): ModelCheck => ({
  url: 'http://127.0.0.1:11434/v1',
  name,
  checked_at: '2026-11-01T00:00:00.000Z',
  service_version: '1.0.0',
  forms: { claims: 'few', text: 'lines' },
  figures: {
    articles: 1,
    claims: 1,
    could_settle: 1,
    settled_rightly: 1,
    supported: { said: 1, right: 1 },
    contradicted: { said: 0, right: 0 },
    wrong_claims: 0,
    let_through: 0,
    made_claims: 1,
    questions: 2,
    unanswered: 0,
    input_tokens: null,
    output_tokens: null,
    milliseconds_per_claim: 5,
  },
  trust,
});

test('the newest check of a model stands for it, and twenty models are kept', async () => {
  const values = memoryValues();
  for (let i = 0; i < 25; i++) await writeCheck(values, check(`m${i}`));
  await writeCheck(values, check('m20', 'not_trusted'));
  const checks = await readChecks(values);
  assert.equal(checks.length, 20);
  assert.deepEqual(
    checks.slice(0, 2).map(({ name }) => name),
    ['m20', 'm24'],
  );
  const asked = { url: 'http://127.0.0.1:11434/v1/', name: 'm20' };
  assert.equal(checkOf(checks, asked)?.trust, 'not_trusted');
  assert.equal(checkOf(checks, { ...asked, name: 'm1' }), null);
});

test('what another version has stored counts as nothing', async () => {
  const values = memoryValues();
  await values.compareAndSet('language-model-checks', null, '[{"url":1}]');
  assert.deepEqual(await readChecks(values), []);
  await writeCheck(values, check('m1'));
  assert.equal((await readChecks(values)).length, 1);
});
