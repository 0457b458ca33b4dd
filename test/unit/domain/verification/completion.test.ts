import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fold } from '#domain/decider.ts';
import { VERIFICATION as decider } from '#domain/verification/decider.ts';
import { requestedData } from '#test/support/arbitraries.ts';
import { given } from '#test/support/decider-spec.ts';

const data = requestedData();
const generated = { model: 'writer', finish_reason: 'stop', input_tokens: 21, output_tokens: null } as const;
const REQUESTED = { type: 'VerificationRequested', data } as const;
const GENERATED = { type: 'CompletionGenerated', data: generated } as const;

test('how a chat completion was written is recorded after its request', () => {
  given(decider).when({ type: 'RequestVerification', data, generated }).then(REQUESTED, GENERATED);
  given(decider).when({ type: 'RequestVerification', data }).then(REQUESTED);
});

test('a repeated request records nothing, another text under its id is refused', () => {
  const history = given(decider, REQUESTED, GENERATED);
  history.when({ type: 'RequestVerification', data, generated }).thenNothing();
  const other = { ...data, content_fingerprint: 'another' };
  history.when({ type: 'RequestVerification', data: other, generated }).thenRefused('already_exists');
});

test('it is kept when the completion is verified again', () => {
  const restarted = {
    type: 'VerificationRestarted',
    data: { run: 2, cause: 'idempotent_retry', restarted_at: '2026-01-01T00:00:00.000Z', key_id: 'key_1' },
  } as const;
  const { head } = fold(decider, [REQUESTED, GENERATED, restarted], decider.initialState());
  assert.deepEqual(head.generated, generated);
});
