import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type HistoricEvent, stateAsOf } from '#domain/verification/as-of.ts';
import { createHistory } from '#test/support/verification-history.ts';

function reviewedHistory(): HistoricEvent[] {
  const history = createHistory().run();
  history.review(0, 'accept');
  history.expire();
  return history.events.map((event, revision) => ({
    event,
    revision,
    recorded_at: `2026-03-01T10:00:${String(revision).padStart(2, '0')}.000Z`,
  }));
}

test('folds up to and including a revision', () => {
  const events = reviewedHistory();
  assert.equal(stateAsOf(events, { revision: 0 }).head.status, 'requested');
  const completed = events.findIndex(({ event }) => event.type === 'VerificationCompleted');
  assert.equal(stateAsOf(events, { revision: completed - 1 }).head.status, 'judged');
  assert.equal(stateAsOf(events, { revision: completed }).head.status, 'completed');
});

test('folds up to a time in any time zone', () => {
  const events = reviewedHistory();
  assert.equal(stateAsOf(events, { time: '2026-03-01T10:00:00.000Z' }).head.status, 'requested');
  assert.equal(stateAsOf(events, { time: '2026-03-01T11:00:02.500+01:00' }).head.status, 'extracted');
  assert.equal(stateAsOf(events, { time: '2026-02-28T00:00:00Z' }).head.status, 'none');
});

test('folds up to completion, without later reviews and erasures', () => {
  const state = stateAsOf(reviewedHistory(), 'completion');
  assert.equal(state.head.status, 'completed');
  assert.equal(state.head.erasure, 'none');
  assert.deepEqual(
    [...state.claims.values()].map((claim) => claim.human_review_status),
    ['unreviewed'],
  );
});

test('folds the whole history', () => {
  const state = stateAsOf(reviewedHistory(), 'now');
  assert.equal(state.head.erasure, 'due');
  assert.deepEqual(
    [...state.claims.values()].map((claim) => claim.human_review_status),
    ['accepted'],
  );
});
