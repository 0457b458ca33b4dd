import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fold } from '#domain/decider.ts';
import type { VerificationCommand } from '#domain/verification/commands.ts';
import { VERIFICATION as decider } from '#domain/verification/decider.ts';
import type { SourceCall } from '#domain/verification/stage-events.ts';
import { completedPath } from '#test/support/arbitraries.ts';
import { given, historyOf } from '#test/support/decider-spec.ts';

const STEPS = completedPath('unverifiable', 'high');
const EXTRACTED = historyOf(decider, STEPS.slice(0, 2));

const SEARCH: SourceCall = { id: 'a', source: 'brave', kind: 'search' };
const CHARGE: SourceCall = { ...SEARCH, kind: 'charge', cost_cents: 0.5 };
const DOCUMENT: SourceCall = { id: 'b', source: 'brave', kind: 'document' };
const REMEMBERED: SourceCall = { id: 'c', source: 'wikipedia', kind: 'remembered' };

const recording = (...calls: SourceCall[]): VerificationCommand => ({ type: 'RecordSourceCalls', run: 1, calls });
const asked = (...calls: SourceCall[]) => ({ type: 'SourcesAsked' as const, data: { run: 1, calls } });

test('calls that are recorded together are one event', () => {
  given(decider, ...EXTRACTED)
    .when(recording(SEARCH, DOCUMENT))
    .then(asked(SEARCH, DOCUMENT));
});

test('a call and its charge are each recorded once', () => {
  given(decider, ...EXTRACTED, asked(SEARCH))
    .when(recording(SEARCH, CHARGE, CHARGE))
    .then(asked(CHARGE));
  given(decider, ...EXTRACTED, asked(SEARCH), asked(CHARGE))
    .when(recording({ ...CHARGE, cost_cents: 0.7 }))
    .thenNothing();
});

test('once the text is due to be erased, only charges are still taken back', () => {
  const due = {
    type: 'VerificationExpired',
    data: { reason: 'expired', expired_at: '2026-01-01T00:00:00.000Z' },
  } as const;
  const refund = { ...CHARGE, id: 'r', cost_cents: -0.5 };
  given(decider, ...EXTRACTED, asked(SEARCH, CHARGE), due)
    .when(recording({ ...SEARCH, id: 'z' }, DOCUMENT, refund))
    .then(asked(refund));
});

test('the same question to another source is another call', () => {
  given(decider, ...EXTRACTED, asked(SEARCH))
    .when(recording({ ...SEARCH, source: 'wikipedia' }))
    .then(asked({ ...SEARCH, source: 'wikipedia' }));
});

test('nothing is recorded in another run, nor once retrieval has ended', () => {
  given(decider, ...EXTRACTED)
    .when({ ...recording(SEARCH), run: 2 } as VerificationCommand)
    .thenNothing();
  for (const steps of [1, 3, 4, 5]) {
    given(decider, ...historyOf(decider, STEPS.slice(0, steps)))
      .when(recording(SEARCH))
      .thenNothing();
  }
});

const USAGE = { searches: 1, remembered: 1, documents: 1, cost_cents: 0.5 };

test('the end of a run contains its use of sources', () => {
  const failed = {
    run: 1,
    reason: 'internal_error',
    stage: 'retrieve',
    failed_at: '2026-01-01T00:00:00.000Z',
  } as const;
  const calls = asked(SEARCH, CHARGE, DOCUMENT, REMEMBERED);
  given(decider, ...EXTRACTED, calls)
    .when({ type: 'FailVerification', ...failed })
    .then({ type: 'VerificationFailed', data: { ...failed, source_usage: USAGE } });

  const rest = historyOf(decider, STEPS.slice(0, 4)).slice(EXTRACTED.length);
  const completion = STEPS[4] as Extract<VerificationCommand, { type: 'CompleteVerification' }>;
  given(decider, ...EXTRACTED, calls, ...rest)
    .when(completion)
    .then({ type: 'VerificationCompleted', data: { ...completion.data, source_usage: USAGE } });
});

test('a later run begins with nothing asked', () => {
  const again: VerificationCommand[] = [
    { type: 'FailVerification', run: 1, reason: 'internal_error', stage: 'retrieve', failed_at: 'T' },
    { type: 'RestartVerification', cause: 'idempotent_retry', restarted_at: 'T', key_id: 'key_1' },
  ];
  const { source_usage, source_calls } = fold(
    decider,
    historyOf(decider, [...STEPS.slice(0, 2), recording(SEARCH), ...again]),
  );
  assert.deepEqual([source_usage, source_calls.size], [null, 0]);
});

test('prices add up without rounding errors', () => {
  const charge = (id: string, cost_cents: number): SourceCall => ({ ...CHARGE, id, cost_cents });
  const events = [...EXTRACTED, asked(charge('a', 0.1)), asked(charge('b', 0.2))];
  assert.equal(
    events.reduce((state, event) => decider.evolve(state, event), decider.initialState()).source_usage?.cost_cents,
    0.3,
  );
});
