import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RecordedEvent } from '#contracts/ports/event-store.ts';
import { type ReviewItemDocument, reviewItemId } from '#projectors/reviews/document.ts';
import { reviewsProjection } from '#projectors/reviews/projection.ts';
import { createMemoryEventStore } from '#test/support/memory-event-store.ts';
import { given, type ProjectionSpec } from '#test/support/projection-spec.ts';
import { createHistory, type History, store } from '#test/support/verification-history.ts';

async function logOf(history: History): Promise<RecordedEvent[]> {
  const events = createMemoryEventStore();
  await store(events, history);
  return [...events.log];
}

async function listed(spec: ProjectionSpec): Promise<ReviewItemDocument[]> {
  const documents = (await spec.documents()).map(({ document }) => document as unknown as ReviewItemDocument);
  return documents.filter((document) => document.kind === 'item' && document.listed);
}

const riskyPlan = {
  claims: [
    { materiality: 'high', verdict: 'contradicted' },
    { materiality: 'high', verdict: 'supported' },
    { materiality: 'low', verdict: 'contradicted' },
    { materiality: 'high', verdict: 'unverifiable' },
  ],
} as const;

const planOf = () => ({ claims: riskyPlan.claims.map((claim) => ({ ...claim })) });

test('given judged claims, when the verification is not completed, no item is listed', async () => {
  const history = createHistory(planOf());
  history.request();
  history.extract();
  history.retrieve();
  history.judge();
  assert.deepEqual(await listed(await given(reviewsProjection, await logOf(history))), []);
});

test('given risky claims, when the verification completes, then their items are open', async () => {
  const history = createHistory(planOf()).run();
  const items = await listed(await given(reviewsProjection, await logOf(history)));
  assert.deepEqual(
    items.map(({ ordinal, state, verdict, opened_at }) => ({ ordinal, state, verdict, opened_at })),
    [
      { ordinal: 0, state: 'open', verdict: 'contradicted', opened_at: '2026-03-01T10:00:05.000Z' },
      { ordinal: 3, state: 'open', verdict: 'unverifiable', opened_at: '2026-03-01T10:00:05.000Z' },
    ],
  );
});

test('items agree with the claims folded from the stream', async () => {
  const history = createHistory(planOf()).run();
  history.review(0, 'override', { decision: 'disputed' });
  history.review(1, 'assign', { assignee: 'usr_2' });
  history.review(2, 'request_evidence');
  history.review(0, 'reopen');
  const spec = await given(reviewsProjection, await logOf(history));
  for (const claim of history.state.claims.values()) {
    const item = await spec.document<ReviewItemDocument>(reviewItemId(history.id, claim.extracted.ordinal));
    assert.equal(item?.state, claim.review_state);
    assert.equal(item?.human_review_status, claim.human_review_status);
    assert.equal(item?.assigned_to_user_id, claim.assigned_to_user_id);
    assert.equal(item?.assigned, claim.assigned_to_user_id !== null);
    assert.equal(item?.detail, claim.extracted.detail);
  }
});

test('given any claim, when it is first reviewed, then its item is listed from then on', async () => {
  const history = createHistory({ claims: [{}] }).run();
  history.review(0, 'request_evidence');
  const [item] = await listed(await given(reviewsProjection, await logOf(history)));
  assert.equal(item?.opened_at, '2026-03-01T11:00:01.000Z');
  assert.equal(item?.human_review_status, 'needs_evidence');
  assert.match(item?.explanation?.sealed ?? '', /^sealed\|rev_1\|explanation\|/);
});

test('decision: accept takes the verdict, override another one, reopen clears it', async () => {
  const history = createHistory({ claims: [{ verdict: 'disputed' }] }).run();
  const decisionNow = async () => (await listed(await given(reviewsProjection, await logOf(history))))[0]?.decision;
  history.review(0, 'accept');
  assert.equal(await decisionNow(), 'disputed');
  history.review(0, 'reopen');
  assert.equal(await decisionNow(), null);
  history.review(0, 'override', { decision: 'supported' });
  assert.equal(await decisionNow(), 'supported');
});

test('given items, when a failed verification restarts, then they are created anew', async () => {
  const history = createHistory(planOf());
  history.request();
  history.extract();
  history.retrieve();
  history.judge();
  history.fail();
  history.restart();
  assert.equal((await (await given(reviewsProjection, await logOf(history))).documents()).length, 1);
  history.run();
  assert.equal((await listed(await given(reviewsProjection, await logOf(history)))).length, 2);
});

test('given items, when the verification expires, then no sealed value remains', async () => {
  const history = createHistory(planOf()).run();
  history.review(0, 'accept');
  history.expire();
  const spec = await given(reviewsProjection, await logOf(history));
  assert.deepEqual(
    (await spec.documents()).map(({ id, document }) => ({ id, document })),
    [{ id: history.id, document: { kind: 'tombstone' } }],
  );
});

test('given any history, when events are redelivered, then nothing is updated', async () => {
  const history = createHistory(planOf()).run();
  history.review(1, 'assign', { assignee: 'usr_2' });
  const log = await logOf(history);
  const spec = await given(reviewsProjection, log);
  await spec.notUpdatedBy(log);
  await spec.notUpdatedBy(log.slice(-1));
});
