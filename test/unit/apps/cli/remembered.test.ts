/** Verdicts of an earlier check beside what a verification says itself. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withRemembered } from '#apps/cli/gate/remembered.ts';
import type { ClaimRecord, VerificationResult } from '#contracts/http/verification-result.ts';
import type { Verdict } from '#contracts/vocabulary.ts';
import { KNOWN_TO_CALLER } from '#engine/limitation-words.ts';

const DAY = '2026-01-01T00:00:00.000Z';

function claim(id: string, verdict: Verdict, limitations: string[]): ClaimRecord {
  const policy_reason = `${verdict}_by: a passage says so.`;
  return { id, verdict, policy_reason, limitations, correction: { suggested: 'Another.' } } as unknown as ClaimRecord;
}

const searched = { checkable: true, normalized_claim: 'A claim.', sentence: 'A claim.' };
const remembered = new Map([['one', { verdict: 'contradicted' as const, reason: 'contradicted_by', checked_at: DAY }]]);

function taken(own: ClaimRecord, input: string | null) {
  const judged = input === null ? null : { [own.id]: { searched, input } };
  const found = withRemembered({ claims: [own] } as unknown as VerificationResult, judged, remembered);
  return found && { claim: found.result.claims[0]!, dates: [...found.dates] };
}

test('a remembered verdict stands for a claim that no model was asked about', () => {
  const found = taken(claim('clm_1', 'unverifiable', [KNOWN_TO_CALLER]), 'one')!;
  const { verdict, policy_reason, correction } = found.claim;
  assert.deepEqual([verdict, correction, found.dates], ['contradicted', null, [['clm_1', DAY]]]);
  assert.match(policy_reason, /^contradicted_by: as found on 2026-01-01/);
});

test('a claim that was judged keeps its own verdict, whatever is remembered', () => {
  const own = claim('clm_1', 'unverifiable', []);
  assert.deepEqual(taken(own, 'one'), { claim: own, dates: [] });
  assert.deepEqual(taken(own, null), { claim: own, dates: [] });
});

test('a claim that comes to what is remembered keeps its reason and correction', () => {
  const own = claim('clm_1', 'contradicted', [KNOWN_TO_CALLER]);
  assert.deepEqual(taken(own, 'one'), { claim: own, dates: [['clm_1', DAY]] });
});

test('without its remembered verdict, a claim that was left out has none', () => {
  const own = claim('clm_1', 'supported', [KNOWN_TO_CALLER]);
  assert.equal(taken(own, 'another'), null);
  assert.equal(taken(own, null), null);
});
