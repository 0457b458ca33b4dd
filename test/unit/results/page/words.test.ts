import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { VerificationResult } from '#contracts/http/verification-result.ts';
import { factsOf, reasonOf, riskReason, unverifiableWords } from '#results/page/words.ts';
import { assembleResult, createHistory, open } from '#test/support/verification-history.ts';

const { state } = createHistory({ claims: [{ verdict: 'unverifiable', passages: ['context'] }] }).run();
const RESULT = assembleResult(state.head, state.claims.values(), open);

function withRisk(
  level: VerificationResult['risk']['level'],
  score: number,
  changes: Partial<VerificationResult> = {},
) {
  return { ...RESULT, ...changes, risk: { ...RESULT.risk, level, score } };
}

test('a level of risk above that of its score has a reason of its own', () => {
  const coverage = { ...RESULT.coverage, status: 'incomplete' as const };
  const counts = { ...RESULT.counts, contradicted: 1 };
  assert.match(riskReason(withRisk('medium', 0.35)), /^the average/);
  assert.equal(
    riskReason(withRisk('high', 0.31, { counts })),
    'raised because a claim of high materiality is contradicted',
  );
  assert.equal(
    riskReason(withRisk('medium', 0.01, { coverage })),
    'raised because parts of the text were not examined',
  );
});

test('a reason is separated from its code, in words for people', () => {
  assert.deepEqual(reasonOf({ verdict: 'contradicted', policy_reason: 'some_code: it says: no.' }), {
    code: 'some_code',
    words: 'It says: no.',
  });
  assert.deepEqual(reasonOf({ verdict: 'not_checkable', policy_reason: 'opinion: this is no statement.' }), {
    code: 'opinion',
    words: 'An opinion: no evidence could settle it.',
  });
  assert.deepEqual(reasonOf({ verdict: 'supported', policy_reason: '' }), { code: '', words: '' });
});

test('claims that stayed unverifiable are counted by reason, the commonest first', () => {
  const result = { ...RESULT, counts: { ...RESULT.counts, unverifiable: 4, supported: 2 } };
  const words = unverifiableWords(
    result,
    new Map([
      ['of_a_later_version', 1],
      ['no_evidence', 3],
    ]),
  );
  assert.match(words, /^4 of 6 checkable claims, .*: no passage speaks of it \(3\); of a later version \(1\)$/);
});

test('what was not decided has no reliability', () => {
  const [claim] = RESULT.claims;
  assert.equal(factsOf(claim!), 'medium materiality');
  assert.equal(
    factsOf({ ...claim!, verdict: 'supported', reliability: 0.944 }),
    'reliability 94% · medium materiality',
  );
});
