import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fold } from '#domain/decider.ts';
import type { VerificationCommand } from '#domain/verification/commands.ts';
import { VERIFICATION as decider } from '#domain/verification/decider.ts';
import { sealedValues } from '#domain/verification/sealed-fields.ts';
import type { ExtractionConsultedData } from '#domain/verification/stage-events.ts';
import { completedPath, consultedData } from '#test/support/arbitraries.ts';
import { given, historyOf } from '#test/support/decider-spec.ts';

/** Requested, extracted, searched, judged, completed: one event after the other of a verification with one claim. */
const STEPS = completedPath('unverifiable', 'high');
const REQUESTED = historyOf(decider, STEPS.slice(0, 1));

const dataOf = (overrides: Partial<ExtractionConsultedData> = {}): ExtractionConsultedData => {
  const { claim_id: _, ordinal: __, ...data } = consultedData();
  return { ...data, prompt_version: 'statements-3', ...overrides };
};
const recording = (...consultations: ExtractionConsultedData[]): VerificationCommand => ({
  type: 'RecordExtractionConsultations',
  run: 1,
  consultations,
});
const consulted = (overrides: Partial<ExtractionConsultedData> = {}) => ({
  type: 'ExtractionConsulted' as const,
  data: dataOf(overrides),
});

test('each outcome of a question about the text becomes an event, once', () => {
  given(decider, ...REQUESTED)
    .when(recording(dataOf(), dataOf({ question: 1, outcome: 'refused' })))
    .then(consulted(), consulted({ question: 1, outcome: 'refused' }));
  given(decider, ...REQUESTED, consulted())
    .when(recording(dataOf({ detail: 's1.other' }), dataOf({ question: 1 })))
    .then(consulted({ question: 1 }));
});

test('nothing about the text is recorded in another run, or once it is extracted', () => {
  given(decider, ...REQUESTED)
    .when({ ...recording(dataOf()), run: 2 } as VerificationCommand)
    .thenNothing();
  for (const steps of [2, 3, 4, 5]) {
    given(decider, ...historyOf(decider, STEPS.slice(0, steps)))
      .when(recording(dataOf()))
      .thenNothing();
  }
});

test('answers about the text count as use of a model, and are forgotten once extracted', () => {
  const state = fold(decider, [...REQUESTED, consulted(), consulted({ question: 1, outcome: 'unavailable' })]);
  assert.equal(state.extraction_consultations.length, 2);
  assert.equal(state.extraction_answered, true);
  assert.equal(state.model_answered, false);
  assert.deepEqual(state.model_usage, {
    questions: 2,
    remembered: 0,
    input_tokens: 1_800,
    output_tokens: 120,
    cost_cents: 0,
  });
  const [, ...later] = historyOf(decider, STEPS.slice(0, 2));
  const extracted = fold(decider, [...REQUESTED, consulted(), ...later]);
  assert.deepEqual(extracted.extraction_consultations, []);
  assert.equal(extracted.extraction_answered, true);
});

test('the answer about the text is sealed for the verification', () => {
  assert.deepEqual(sealedValues('ver_1', consulted()), [
    { property: 'detail', record: 'ver_1', field: 'consultation' },
  ]);
});
