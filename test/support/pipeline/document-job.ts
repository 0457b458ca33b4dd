/** Submits, cancels and retries document jobs in a pipeline of a test, as the command API does. */

import { DOCUMENT_JOB, type DocumentJobCommand, type DocumentJobState } from '#domain/document-job/decider.ts';
import type { DocumentSubmittedData } from '#domain/document-job/events.ts';
import { verificationOfJob } from '#domain/document-job/ids.ts';
import { SEALED } from '#domain/verification/sealed-fields.ts';
import { storeUpload, uploadPrefix } from '#sealed/document-uploads.ts';
import { createVerificationTexts } from '#sealed/verification-texts.ts';
import { executeOnJob } from '#streams/document-jobs.ts';
import { load } from '#streams/repository.ts';
import { requestedData } from '#test/support/arbitraries.ts';
import type { Harness } from './harness.ts';
import { requestMetadata } from './request.ts';

export const JOB = 'job_0190b0c0000070008000000000000001';
export const VERIFICATION_ID = verificationOfJob(JOB);
export const JOB_STREAM = DOCUMENT_JOB.stream(JOB);

/** Data of the submission of JOB, whose owner is key_1, unless overridden. */
export function submittedData(overrides: Partial<DocumentSubmittedData> = {}): DocumentSubmittedData {
  const { organization_id, request_id, expires_at, retention_hours, zero_retention, profile, policy, key_id } =
    requestedData();
  return {
    job_id: JOB,
    verification_id: VERIFICATION_ID,
    ...{ organization_id, request_id, expires_at, retention_hours, zero_retention, profile, policy, key_id },
    submitted_at: '2026-01-01T00:00:00.000Z',
    source_set_id: null,
    kind: 'txt',
    bytes: 1,
    pieces: 1,
    fingerprint: 'f',
    upload_key: 's1.upload_key',
    ...overrides,
  };
}

/** Stores the file and records the job JOB. */
export async function submitDocument(harness: Harness, file: string): Promise<void> {
  const { vault, sealer, blobs, now } = harness;
  const upload = await storeUpload({ blobs, sealer }, uploadPrefix(VERIFICATION_ID), chunksOf(file), now.ms);
  const { organization_id, expires_at, zero_retention } = submittedData();
  const key = await vault.createDataKey(VERIFICATION_ID, { organization_id, expires_at, ephemeral: zero_retention });
  const texts = createVerificationTexts(VERIFICATION_ID, key, sealer);
  const data = submittedData({
    bytes: upload.bytes,
    pieces: upload.pieces,
    upload_key: texts.sealText(JOB, SEALED.upload_key, Buffer.from(upload.key).toString('base64')),
  });
  await changeJob(harness, { type: 'SubmitDocument', data });
}

async function* chunksOf(file: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(file);
}

/** Retries the job. */
export async function retryDocument(harness: Harness): Promise<void> {
  const { expires_at } = await jobOf(harness);
  const retried_at = new Date(harness.now.ms).toISOString();
  await changeJob(harness, { type: 'RetryDocument', retried_at, expires_at: expires_at! });
}

/** Executes a command on the job; throws where it is refused. */
export async function changeJob({ events }: Harness, command: DocumentJobCommand): Promise<void> {
  const executed = await executeOnJob(events, JOB, command, requestMetadata(VERIFICATION_ID));
  if (!executed.accepted) throw new Error(`${command.type} was refused: ${executed.code}`);
}

/** The job as it is now. */
export async function jobOf({ events }: Harness): Promise<DocumentJobState> {
  return (await load(events, DOCUMENT_JOB, JOB)).state;
}
