import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fold } from '#domain/decider.ts';
import { DOCUMENT_JOB } from '#domain/document-job/decider.ts';
import type { DocumentJobEvent } from '#domain/document-job/events.ts';
import { type DocumentSituation, type DocumentStep, nextStep } from '#domain/document-job/workflow.ts';
import { VERIFICATION } from '#domain/verification/decider.ts';
import type { VerificationEvent } from '#domain/verification/events.ts';
import { requestedData } from '#test/support/arbitraries.ts';
import { createHistory } from '#test/support/verification-history.ts';

const AT = '2026-01-01T00:00:00.000Z';
type Seen = Partial<Pick<DocumentSituation, 'hasKey' | 'isExpired' | 'read' | 'isReserved' | 'isBegun'>>;

/** `given(…events of the job and of its verification).when(what the delivery has seen).then(the next step)`. */
function given(...events: (DocumentJobEvent | VerificationEvent)[]) {
  const isOfJob = (event: DocumentJobEvent | VerificationEvent): event is DocumentJobEvent =>
    event.type.startsWith('Document');
  const job = fold(DOCUMENT_JOB, events.filter(isOfJob));
  const { head } = fold(VERIFICATION, events.filter((event) => !isOfJob(event)) as VerificationEvent[]);
  const when = (seen: Seen = {}) => ({
    // biome-ignore lint/suspicious/noThenProperty: the third word of given/when/then; nobody awaits it
    then(step: DocumentStep | DocumentStep['do']) {
      const next = nextStep({
        ...{ job, verification: head, hasKey: true, isExpired: false },
        ...{ read: null, isReserved: null, isBegun: false, ...seen },
      });
      assert.deepEqual(next, typeof step === 'string' ? { do: step } : step);
    },
  });
  return { when };
}

const SUBMITTED = {
  type: 'DocumentSubmitted',
  data: { job_id: 'job_1', verification_id: 'ver_1', expires_at: AT, kind: 'pdf' },
} as DocumentJobEvent;
const started = (attempt = 1): DocumentJobEvent => ({
  type: 'DocumentProcessingStarted',
  data: { attempt, started_at: AT },
});
const PARSED: DocumentJobEvent = {
  type: 'DocumentParsed',
  data: { attempt: 1, parsed_at: AT, pages: 1, characters: 9, text_bytes: 9 },
};
const CANCEL: DocumentJobEvent = { type: 'DocumentCancellationRequested', data: { attempt: 1, requested_at: AT } };
const CANCELLED: DocumentJobEvent = { type: 'DocumentCancelled', data: { attempt: 1, cancelled_at: AT } };
const retried = (attempt: number): DocumentJobEvent => ({
  type: 'DocumentRetried',
  data: { attempt, retried_at: AT, expires_at: AT },
});
const jobFailed = (error_code: 'document_encrypted' | 'internal_error'): DocumentJobEvent =>
  ({ type: 'DocumentFailed', data: { attempt: 1, failed_at: AT, stage: 'parsing', error_code } }) as DocumentJobEvent;
const REQUESTED: VerificationEvent = {
  type: 'VerificationRequested',
  data: requestedData({ verification_id: 'ver_1' }),
};
const failed = (reason: 'engine_timeout' | 'provider_unavailable' | 'cancelled', stage = 'judge'): VerificationEvent =>
  ({ type: 'VerificationFailed', data: { run: 1, reason, stage, failed_at: AT } }) as VerificationEvent;
const STOPPED = { type: 'VerificationCancelled', data: { run: 1, cancelled_at: AT } } as VerificationEvent;
const COMPLETED = createHistory({ verification_id: 'ver_1' } as never)
  .run()
  .events.map(({ type, data }) => ({ type, data }) as VerificationEvent);

describe('the workflow of a document', () => {
  test('reads the file, reserves the cost, requests the verification, records the text', () => {
    given(SUBMITTED).when().then('start');
    given(SUBMITTED, started()).when().then('read');
    given(SUBMITTED, started()).when({ read: 'text' }).then({ do: 'reserve', run: 1 });
    given(SUBMITTED, started()).when({ read: 'text', isReserved: true }).then('verify');
    given(SUBMITTED, started()).when({ read: 'text', isReserved: true, isBegun: true }).then('record_text');
    given(SUBMITTED, started(), REQUESTED, PARSED).when().then('wait');
    given(SUBMITTED, started(), PARSED, ...COMPLETED)
      .when()
      .then('assemble');
  });

  test('a delivery after a crash only records a text that is being verified', () => {
    given(SUBMITTED, started(), REQUESTED).when().then('record_text');
    given(SUBMITTED, started(), ...COMPLETED)
      .when()
      .then('record_text');
  });

  test('a verification that was just begun is not begun again, however it ends', () => {
    given(SUBMITTED, started(), REQUESTED, failed('provider_unavailable'))
      .when({ read: 'text', isReserved: true, isBegun: true })
      .then('record_text');
  });

  test('what can not be read fails the job, at once in every further attempt', () => {
    const failure = { stage: 'parsing', error_code: 'document_encrypted' } as const;
    given(SUBMITTED, started()).when({ read: failure }).then({ do: 'fail', failure });
    given(SUBMITTED, started(), jobFailed('document_encrypted'), retried(2), started(2))
      .when()
      .then({ do: 'fail', failure });
  });

  test('an expired job, or one whose key is gone, is not read', () => {
    const gone = { do: 'fail', failure: { stage: 'validating', error_code: 'source_expired' } } as const;
    given(SUBMITTED, started()).when({ isExpired: true }).then(gone);
    given(SUBMITTED, started()).when({ hasKey: false }).then(gone);
  });

  test('a completed verification whose key is gone leaves nothing to assemble', () => {
    given(SUBMITTED, started(), PARSED, ...COMPLETED)
      .when({ hasKey: false })
      .then({ do: 'fail', failure: { stage: 'assembling', error_code: 'source_expired' } });
  });

  test('a cost that can not be reserved fails the job', () => {
    given(SUBMITTED, started())
      .when({ read: 'text', isReserved: false })
      .then({ do: 'fail', failure: { stage: 'parsing', error_code: 'cost_limit_exceeded' } });
  });

  test('a job that is cancelled while its file is read begins no verification', () => {
    given(SUBMITTED, started(), CANCEL).when({ read: 'text', isReserved: true }).then('end_cancelled');
  });

  test('the verification of a cancelled job is stopped', () => {
    given(SUBMITTED, started(), REQUESTED, CANCELLED).when().then('stop_verification');
    given(SUBMITTED, started(), REQUESTED, CANCELLED, STOPPED).when().then('wait');
    given(SUBMITTED, CANCELLED).when().then('wait');
  });

  test('the job ends as its verification has ended, with a stage and code of its own', () => {
    given(SUBMITTED, started(), REQUESTED, PARSED, failed('provider_unavailable', 'retrieve'))
      .when()
      .then({
        do: 'fail',
        failure: { stage: 'retrieving', error_code: 'provider_unavailable' },
      });
    given(SUBMITTED, started(), REQUESTED, PARSED, STOPPED).when().then('end_cancelled');
    given(SUBMITTED, started(), REQUESTED, PARSED, failed('cancelled')).when().then('end_cancelled');
  });

  test('another attempt restarts a verification that failed, as a run of its own', () => {
    const again = given(
      ...[SUBMITTED, started(), REQUESTED, PARSED, failed('provider_unavailable'), jobFailed('internal_error')],
      ...[retried(2), started(2)],
    );
    again.when().then({ do: 'reserve', run: 2 });
    again.when({ isReserved: true }).then('verify');
  });

  test('a text that took too long is not verified again', () => {
    given(
      ...[SUBMITTED, started(), REQUESTED, PARSED, failed('engine_timeout', 'extract'), jobFailed('internal_error')],
      ...[retried(2), started(2)],
    )
      .when()
      .then({ do: 'fail', failure: { stage: 'extracting', error_code: 'internal_error' } });
  });

  test('an ended job waits for nothing', () => {
    given(SUBMITTED, started(), jobFailed('internal_error')).when().then('wait');
  });
});
