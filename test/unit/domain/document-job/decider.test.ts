import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fold } from '#domain/decider.ts';
import { type DocumentJobCommand, documentJobDecider as decider } from '#domain/document-job/decider.ts';
import type { DocumentJobEvent, DocumentSubmittedData } from '#domain/document-job/events.ts';

const AT = '2026-01-01T00:00:00.000Z';
const submitted = {
  type: 'DocumentSubmitted',
  data: { job_id: 'job_1', fingerprint: 'f', expires_at: AT } as DocumentSubmittedData,
} as const;
const started = { type: 'DocumentProcessingStarted', data: { attempt: 1, started_at: AT } } as const;
const parsed = {
  type: 'DocumentParsed',
  data: { attempt: 1, parsed_at: AT, pages: 1, characters: 2, text_bytes: 2 },
} as const;
const asked = { type: 'DocumentCancellationRequested', data: { attempt: 1, requested_at: AT } } as const;
const failed = {
  type: 'DocumentFailed',
  data: { attempt: 1, failed_at: AT, stage: 'parsing', error_code: 'internal_error' },
} as const;

/** Names of the events, or the code of the refusal. */
function decided(events: DocumentJobEvent[], command: DocumentJobCommand): string[] | string {
  const decision = decider.decide(command, fold(decider, events));
  return decision.accepted ? decision.events.map(({ type }) => type) : decision.code;
}
const cancel = { type: 'CancelDocument', requested_at: AT } as const;
const retry = { type: 'RetryDocument', retried_at: AT, expires_at: AT } as const;
const succeed = { type: 'SucceedDocument', attempt: 1, succeeded_at: AT, expires_at: AT, artifacts: [] } as const;

test('a waiting job is cancelled at once, a running one when its stage has ended', () => {
  assert.deepEqual(decided([submitted], cancel), ['DocumentCancelled']);
  assert.deepEqual(decided([submitted, started], cancel), ['DocumentCancellationRequested']);
  assert.deepEqual(decided([submitted, started, asked], cancel), []);
  const { type: _, ...data } = { ...parsed.data, type: '' };
  assert.deepEqual(decided([submitted, started, asked], { type: 'RecordParsed', ...data }), ['DocumentCancelled']);
  assert.deepEqual(decided([submitted, started, parsed, asked], { ...succeed, artifacts: [] }), ['DocumentCancelled']);
  assert.equal(decided([submitted, started, failed], cancel), 'job_not_cancellable');
  assert.equal(decided([], cancel), 'not_found');
});

test('a retry is a new attempt, which earlier deliveries do not affect', () => {
  assert.equal(decided([submitted], retry), 'job_not_retryable');
  assert.deepEqual(decided([submitted, started, failed], retry), ['DocumentRetried']);
  const retried = { type: 'DocumentRetried', data: { attempt: 2, retried_at: AT, expires_at: AT } } as const;
  const again = [submitted, started, failed, retried];
  assert.deepEqual(decided(again, { ...succeed, artifacts: [] }), []);
  assert.deepEqual(decided(again, { type: 'StartProcessing', attempt: 1, started_at: AT }), []);
  assert.deepEqual(decided(again, { type: 'StartProcessing', attempt: 2, started_at: AT }), [
    'DocumentProcessingStarted',
  ]);
  assert.equal(fold(decider, again).error_code, null);
});

test("a job without its file can't be retried; a running job keeps its file", () => {
  const discard = { type: 'DiscardUpload', discarded_at: AT } as const;
  assert.deepEqual(decided([submitted, started, failed], discard), ['DocumentUploadDiscarded']);
  const discarded = { type: 'DocumentUploadDiscarded', data: { attempt: 1, discarded_at: AT } } as const;
  assert.equal(decided([submitted, started, failed, discarded], retry), 'job_not_retryable');
  assert.deepEqual(decided([submitted, started, failed, discarded], discard), []);
  const retried = { type: 'DocumentRetried', data: { attempt: 2, retried_at: AT, expires_at: AT } } as const;
  for (const atWork of [[submitted], [submitted, started], [submitted, started, failed, retried]]) {
    assert.deepEqual(decided(atWork, discard), []);
  }
  assert.deepEqual(decided([submitted, started, parsed, failed], discard), [], 'the text is there');
});

test('repeated commands yield nothing', () => {
  assert.deepEqual(decided([submitted], { type: 'SubmitDocument', data: submitted.data }), []);
  assert.deepEqual(decided([submitted, started], { type: 'StartProcessing', attempt: 1, started_at: AT }), []);
  const expired = { type: 'DocumentExpired', data: { expired_at: AT } } as const;
  assert.deepEqual(decided([submitted, expired], { type: 'ExpireDocument', expired_at: AT }), []);
});

test('a second delivery of parsing does not fail the job', () => {
  const command = { type: 'FailDocument', attempt: 1, failed_at: AT, error_code: 'source_expired' } as const;
  assert.deepEqual(decided([submitted, started, parsed], { ...command, stage: 'validating' }), []);
  assert.deepEqual(decided([submitted, started, parsed], { ...command, stage: 'assembling' }), ['DocumentFailed']);
  assert.deepEqual(decided([submitted, started], { ...command, stage: 'validating' }), ['DocumentFailed']);
});
