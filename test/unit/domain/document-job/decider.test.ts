import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fold } from '#domain/decider.ts';
import { DOCUMENT_JOB as decider } from '#domain/document-job/decider.ts';
import type { DocumentSubmittedData } from '#domain/document-job/events.ts';
import { given } from '#test/support/decider-spec.ts';

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

const cancel = { type: 'CancelDocument', requested_at: AT } as const;
const retry = { type: 'RetryDocument', retried_at: AT, expires_at: AT } as const;
const succeed = { type: 'SucceedDocument', attempt: 1, succeeded_at: AT, expires_at: AT, artifacts: [] } as const;

test('a waiting job is cancelled at once, a running one when its stage has ended', () => {
  given(decider, submitted).when(cancel).thenTypes('DocumentCancelled');
  given(decider, submitted, started).when(cancel).thenTypes('DocumentCancellationRequested');
  given(decider, submitted, started, asked).when(cancel).thenNothing();
  given(decider, submitted, started, asked)
    .when({ type: 'RecordParsed', ...parsed.data })
    .thenTypes('DocumentCancelled');
  given(decider, submitted, started, parsed, asked)
    .when({ ...succeed, artifacts: [] })
    .thenTypes('DocumentCancelled');
  given(decider, submitted, started, failed).when(cancel).thenRefused('job_not_cancellable');
  given(decider).when(cancel).thenRefused('not_found');
});

test('a retry is a new attempt, which earlier deliveries do not affect', () => {
  given(decider, submitted).when(retry).thenRefused('job_not_retryable');
  given(decider, submitted, started, failed).when(retry).thenTypes('DocumentRetried');
  const retried = { type: 'DocumentRetried', data: { attempt: 2, retried_at: AT, expires_at: AT } } as const;
  const again = [submitted, started, failed, retried];
  given(decider, ...again)
    .when({ ...succeed, artifacts: [] })
    .thenNothing();
  given(decider, ...again)
    .when({ type: 'StartProcessing', attempt: 1, started_at: AT })
    .thenNothing();
  given(decider, ...again)
    .when({ type: 'StartProcessing', attempt: 2, started_at: AT })
    .thenTypes('DocumentProcessingStarted');
  assert.equal(fold(decider, again).error_code, null);
});

test("a job without its file can't be retried; a running job keeps its file", () => {
  const discard = { type: 'DiscardUpload', discarded_at: AT } as const;
  given(decider, submitted, started, failed).when(discard).thenTypes('DocumentUploadDiscarded');
  const discarded = { type: 'DocumentUploadDiscarded', data: { attempt: 1, discarded_at: AT } } as const;
  given(decider, submitted, started, failed, discarded).when(retry).thenRefused('job_not_retryable');
  given(decider, submitted, started, failed, discarded).when(discard).thenNothing();
  const retried = { type: 'DocumentRetried', data: { attempt: 2, retried_at: AT, expires_at: AT } } as const;
  for (const atWork of [[submitted], [submitted, started], [submitted, started, failed, retried]]) {
    given(decider, ...atWork)
      .when(discard)
      .thenNothing();
  }
  // No attempt needs the file any more, as the text is there.
  given(decider, submitted, started, parsed, failed).when(discard).thenNothing();
});

test('repeated commands yield nothing', () => {
  given(decider, submitted).when({ type: 'SubmitDocument', data: submitted.data }).thenNothing();
  given(decider, submitted, started).when({ type: 'StartProcessing', attempt: 1, started_at: AT }).thenNothing();
  const expired = { type: 'DocumentExpired', data: { expired_at: AT } } as const;
  given(decider, submitted, expired).when({ type: 'ExpireDocument', expired_at: AT }).thenNothing();
});

test('a second delivery of parsing does not fail the job', () => {
  const command = { type: 'FailDocument', attempt: 1, failed_at: AT, error_code: 'source_expired' } as const;
  given(decider, submitted, started, parsed)
    .when({ ...command, stage: 'validating' })
    .thenNothing();
  given(decider, submitted, started, parsed)
    .when({ ...command, stage: 'assembling' })
    .thenTypes('DocumentFailed');
  given(decider, submitted, started)
    .when({ ...command, stage: 'validating' })
    .thenTypes('DocumentFailed');
});
