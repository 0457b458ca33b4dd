import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encodeEvent } from '#domain/events/registry.ts';
import { countWithin } from '#domain/verification/as-of.ts';
import { createHistory } from '#test/support/verification-history.ts';

function reviewedHistory() {
  const history = createHistory().run();
  history.review(0, 'accept');
  history.expire();
  return history.events.map((event, revision) => ({
    ...encodeEvent(event),
    revision,
    recorded_at: `2026-03-01T10:00:${String(revision).padStart(2, '0')}.000Z`,
  }));
}

test('a revision is counted with all that came before it', () => {
  const events = reviewedHistory();
  assert.equal(countWithin(events, { revision: 0 }), 1);
  assert.equal(countWithin(events, { revision: 2 }), 3);
  assert.equal(countWithin(events.slice(2), { revision: 2 }), 1);
  assert.equal(countWithin(events.slice(2), { revision: 1 }), 0);
  assert.equal(countWithin(events, { revision: 1_000 }), events.length);
});

test('a time counts in any time zone', () => {
  const events = reviewedHistory();
  assert.equal(countWithin(events, { time: '2026-03-01T10:00:00.000Z' }), 1);
  assert.equal(countWithin(events, { time: '2026-03-01T11:00:02.500+01:00' }), 3);
  assert.equal(countWithin(events, { time: '2026-02-28T00:00:00Z' }), 0);
});

test('completion counts neither later reviews nor erasures', () => {
  const events = reviewedHistory();
  const within = countWithin(events, 'completion');
  assert.match(events[within - 1]!.type, /^VerificationCompleted\./);
  assert.equal(within, events.length - 2);
});

test('without a completion, and as of now, everything counts', () => {
  const events = reviewedHistory();
  assert.equal(countWithin(events.slice(0, 2), 'completion'), 2);
  assert.equal(countWithin(events, 'now'), events.length);
});
