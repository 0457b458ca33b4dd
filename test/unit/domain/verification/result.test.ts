import assert from 'node:assert/strict';
import { test } from 'node:test';
import { VerificationResult } from '#contracts/http/verification-result.ts';
import { failureOf } from '#domain/verification/failure.ts';
import { openContent, TextErasedError } from '#domain/verification/result.ts';
import { assembleResult, createHistory, open, type Plan, SHREDDED } from '#test/support/verification-history.ts';

function resultOf(plan: Plan) {
  const { head, claims } = createHistory(plan).run().state;
  return assembleResult(head, claims.values(), open);
}

test('a result has every field of the API and matches its schema', () => {
  const result = resultOf({ claims: [{ verdict: 'contradicted', passages: ['contradicts'] }] });
  assert.deepEqual(VerificationResult.strict().parse(result), result);
  assert.equal(result.verification_timestamp, '2026-03-01T10:00:05.000Z');
  assert.equal(result.expires_at, '2026-03-02T10:00:00.000Z');
  assert.equal(result.engine.result_schema_version, '1.1.0');
  assert.equal(result.engine.policy_version, '1');
  assert.equal(result.claims[0]?.verification.judge_configuration, 'judge-1');
  assert.deepEqual(result.limitations, ['Only local sources were asked.']);
});

test('evidence is in three lists: the strongest first, the nearest as the judge has it', () => {
  const [claim] = resultOf({
    claims: [{ passages: ['unresolved', 'supports', 'context', 'supports', 'contradicts', 'supports'] }],
  }).claims;
  const passages = (items: { passage: string }[] = []) => items.map((item) => item.passage);
  // Probabilities of passages 1, 3, 5 are .7, .6, .5.
  assert.deepEqual(passages(claim?.supporting_evidence), ['Passage 1.', 'Passage 3.', 'Passage 5.']);
  assert.deepEqual(passages(claim?.opposing_evidence), ['Passage 4.']);
  assert.deepEqual(passages(claim?.contextual_evidence), ['Passage 0.', 'Passage 2.']);
});

test('claims are in text order, then in extraction order', () => {
  const result = resultOf({ claims: [{ start: 20 }, { start: 5 }, { start: 5 }] });
  const { claimId } = createHistory();
  assert.deepEqual(
    result.claims.map((claim) => claim.id),
    [claimId(1), claimId(2), claimId(0)],
  );
});

test('claims of an earlier run are left out', () => {
  const history = createHistory({ claims: [{}, {}] });
  history.request();
  history.extract();
  const [left] = history.state.claims.values();
  history.fail();
  history.restart();
  history.run();
  const { head, claims } = history.state;
  assert.equal(assembleResult(head, [left!, ...claims.values()], open).claims.length, 2);
});

test('limitations of extraction and judgement are merged without duplicates', () => {
  assert.deepEqual(resultOf({}).claims[0]?.limitations, ['read alone', 'one source only']);
});

test('a correction has no re-verified result id', () => {
  const correction = {
    original: '331',
    suggested: '330',
    diff: [{ op: 'insert', text: '330' }],
    reverified_verdict: 'supported' as const,
    limitations: [],
  };
  const [claim] = resultOf({ claims: [{ verdict: 'contradicted', correction }] }).claims;
  assert.deepEqual(claim?.correction, { ...correction, reverified_result_id: null });
});

test('a human review does not change the verdict', () => {
  const history = createHistory().run();
  history.review(0, 'override', { decision: 'disputed' });
  const [claim] = assembleResult(history.state.head, history.state.claims.values(), open).claims;
  assert.equal(claim?.verdict, 'supported');
  assert.equal(claim?.human_review_status, 'overridden');
  assert.equal(claim?.human_review?.decision, 'disputed');
});

test('a review shows the decision, the last explanation and the last assignment', () => {
  const history = createHistory().run();
  const review = () => assembleResult(history.state.head, history.state.claims.values(), open).claims[0]?.human_review;
  assert.equal(review(), null);
  history.review(0, 'assign', { assignee: 'usr_2' });
  assert.deepEqual(review(), {
    state: 'open',
    decision: null,
    action: 'assign',
    explanation: 'I looked it up.',
    reviewer: { type: 'user', id: 'usr_1' },
    reviewed_at: '2026-03-01T11:00:01.000Z',
    assigned_to_user_id: 'usr_2',
    due_at: null,
  });
  const after = (...action: Parameters<typeof history.review>) => {
    history.review(...action);
    return [review()?.decision, review()?.state, review()?.assigned_to_user_id];
  };
  assert.deepEqual(after(0, 'request_evidence'), [null, 'open', 'usr_2']);
  assert.deepEqual(after(0, 'override', { decision: 'disputed' }), ['disputed', 'resolved', 'usr_2']);
  assert.deepEqual(after(0, 'reopen'), [null, 'open', 'usr_2']);
  assert.deepEqual(after(0, 'accept'), ['supported', 'resolved', 'usr_2']);
  assert.deepEqual(after(0, 'reopen'), [null, 'open', 'usr_2']);
  assert.deepEqual(after(0, 'resolve'), [null, 'resolved', 'usr_2']);
});

test('a shredded text throws TextErasedError and is never an empty string', () => {
  const { head, claims } = createHistory().run().state;
  assert.throws(() => assembleResult(head, claims.values(), SHREDDED), TextErasedError);
  assert.throws(() => openContent(head.request!, SHREDDED), { code: 'verification_expired', field: 'content' });
});

test('there is no result before completion', () => {
  const history = createHistory();
  history.request();
  assert.throws(() => assembleResult(history.state.head, [], open), /completed/);
});

test('the error code of a failed verification follows from its reason', () => {
  const codeAfter = (reason: 'provider_unavailable' | 'engine_timeout' | 'engine_error') => {
    const history = createHistory();
    history.request();
    history.fail(reason);
    return failureOf(history.state.head);
  };
  assert.equal(codeAfter('provider_unavailable'), 'provider_error');
  assert.equal(codeAfter('engine_timeout'), 'timeout');
  assert.equal(codeAfter('engine_error'), 'internal_error');
  assert.equal(failureOf(createHistory().run().state.head), null);
});
