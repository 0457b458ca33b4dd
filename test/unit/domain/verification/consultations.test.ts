import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fold } from '#domain/decider.ts';
import type { VerificationCommand } from '#domain/verification/commands.ts';
import { VERIFICATION as decider } from '#domain/verification/decider.ts';
import { sealedValues } from '#domain/verification/sealed-fields.ts';
import type { ModelConsultedData } from '#domain/verification/stage-events.ts';
import { claimId, completedPath, consultedData } from '#test/support/arbitraries.ts';
import { given, historyOf } from '#test/support/decider-spec.ts';

/** Requested, extracted, searched, judged, completed: one event after the other of a verification with one claim. */
const STEPS = completedPath('unverifiable', 'high');
const RETRIEVED = historyOf(decider, STEPS.slice(0, 3));

const recording = (...consultations: ModelConsultedData[]): VerificationCommand => ({
  type: 'RecordConsultations',
  run: 1,
  consultations,
});
const consulted = (overrides: Partial<ModelConsultedData> = {}) => ({
  type: 'ModelConsulted' as const,
  data: consultedData(overrides),
});

test('each outcome of a question becomes an event', () => {
  const failed = { question: 1, outcome: 'refused' as const };
  given(decider, ...RETRIEVED)
    .when(recording(consultedData(), consultedData(failed)))
    .then(consulted(), consulted(failed));
});

test('a second outcome of a question is not recorded', () => {
  given(decider, ...RETRIEVED, consulted())
    .when(recording(consultedData({ detail: 's1.other', model: 'another' }), consultedData({ question: 1 })))
    .then(consulted({ question: 1 }));
});

test('the same question in other words is another question', () => {
  for (const other of [{ prompt_version: 'passages-2' }, { deidentified: true }]) {
    given(decider, ...RETRIEVED, consulted())
      .when(recording(consultedData(other)))
      .then(consulted(other));
  }
});

test('the same question about other claims as well is another question', () => {
  const asked = [{}, { about: [0, 1] }, { about: [0, 2] }];
  for (const [i, other] of asked.entries()) {
    const before = asked.filter((_, n) => n !== i).map(consulted);
    given(decider, ...RETRIEVED, ...before)
      .when(recording(consultedData(other)))
      .then(consulted(other));
    given(decider, ...RETRIEVED, consulted(other))
      .when(recording(consultedData(other)))
      .thenNothing();
  }
});

test('nothing is recorded for judged or unknown claims, nor in another run or state', () => {
  given(decider, ...RETRIEVED)
    .when({ ...recording(consultedData()), run: 2 } as VerificationCommand)
    .thenNothing();
  given(decider, ...RETRIEVED)
    .when(recording(consultedData({ claim_id: claimId(9) })))
    .thenNothing();
  for (const steps of [2, 4, 5]) {
    given(decider, ...historyOf(decider, STEPS.slice(0, steps)))
      .when(recording(consultedData()))
      .thenNothing();
  }
});

test('outcomes are part of the state until the claims are judged', () => {
  const events = [...RETRIEVED, consulted(), consulted({ question: 1 })];
  const known = fold(decider, events).consultations.get(claimId(0));
  assert.deepEqual(
    known?.map(({ question }) => question),
    [0, 1],
  );
  const judged = historyOf(decider, [...STEPS.slice(0, 3), recording(consultedData()), ...STEPS.slice(3, 4)]);
  assert.equal(
    judged.some(({ type }) => type === 'ModelConsulted'),
    true,
  );
  assert.equal(fold(decider, judged).consultations.size, 0);
});

test("a restart forgets the former run's outcomes", () => {
  const failed = {
    type: 'VerificationFailed',
    data: { run: 1, reason: 'engine_timeout', stage: 'judge', failed_at: 'T' },
  } as const;
  const restart = {
    type: 'RestartVerification',
    cause: 'dead_letter_retry',
    restarted_at: 'T',
    key_id: 'key_1',
  } as const;
  const state = given(decider, ...RETRIEVED, consulted(), failed);
  const decision = decider.decide(restart, state.state);
  assert.ok(decision.accepted);
  assert.equal(fold(decider, [...RETRIEVED, consulted(), failed, ...decision.events]).consultations.size, 0);
});

test("an outcome's answer is sealed for its claim", () => {
  assert.deepEqual(sealedValues('ver_1', consulted()), [
    { property: 'detail', record: claimId(0), field: 'consultation' },
  ]);
});

const USAGE = { questions: 1, remembered: 1, input_tokens: 900, output_tokens: 60, cost_cents: 0.25 };
const ASKED_AND_REMEMBERED = [
  consulted({ cost_cents: 0.25 }),
  consulted({ question: 1, remembered: true, input_tokens: 0, output_tokens: 0 }),
];

test('the end of a run contains its use of models', () => {
  const failed = { run: 1, reason: 'internal_error', stage: 'judge', failed_at: '2026-01-01T00:00:00.000Z' } as const;
  given(decider, ...RETRIEVED, ...ASKED_AND_REMEMBERED)
    .when({ type: 'FailVerification', ...failed })
    .then({ type: 'VerificationFailed', data: { ...failed, model_usage: USAGE } });

  const judged = historyOf(decider, STEPS.slice(0, 4)).slice(RETRIEVED.length);
  const completion = STEPS[4] as Extract<VerificationCommand, { type: 'CompleteVerification' }>;
  given(decider, ...RETRIEVED, ...ASKED_AND_REMEMBERED, ...judged)
    .when(completion)
    .then({ type: 'VerificationCompleted', data: { ...completion.data, model_usage: USAGE } });
  given(decider, ...RETRIEVED, ...judged)
    .when(completion)
    .then({ type: 'VerificationCompleted', data: completion.data });
});

test('a later run sums up only its own questions', () => {
  const again: VerificationCommand[] = [
    {
      type: 'FailVerification',
      run: 1,
      reason: 'internal_error',
      stage: 'judge',
      failed_at: '2026-01-01T00:00:00.000Z',
    },
    {
      type: 'RestartVerification',
      cause: 'idempotent_retry',
      restarted_at: '2026-01-01T00:01:00.000Z',
      key_id: 'key_1',
    },
  ];
  const events = historyOf(decider, [...STEPS.slice(0, 3), recording(consultedData()), ...again]);
  assert.equal(fold(decider, events).model_usage, null);
});
