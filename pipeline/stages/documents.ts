/** What the stages of document jobs share. */

import { timestamp } from '#common/time.ts';
import type { BlobStore } from '#contracts/ports/blob-store.ts';
import type { Clock } from '#contracts/ports/clock.ts';
import type { DocumentReader } from '#contracts/ports/document-reader.ts';
import type { EventMetadata, EventStore } from '#contracts/ports/event-store.ts';
import type { KeyVault } from '#contracts/ports/key-vault.ts';
import type { StageMessage } from '#contracts/ports/stage-queue.ts';
import { DOCUMENT_JOB, type JobFailure } from '#domain/document-job/decider.ts';
import { jobIdOf, jobOfVerification } from '#domain/document-job/ids.ts';
import type { Tariff } from '#domain/tariff.ts';
import type { EngineVersions } from '#domain/verification/applied.ts';
import { verificationIdOf } from '#domain/verification/decider.ts';
import type { UploadStores } from '#sealed/document-uploads.ts';
import type { RootsAllowance } from '#streams/cost-limits.ts';
import { executeOnJob, type LoadedJob } from '#streams/document-jobs.ts';
import type { MeasuredDocument } from '#streams/document-pace.ts';
import { load } from '#streams/repository.ts';
import { errorCode } from '../deliveries/failures.ts';
import { stageMetadata } from '../runs/metadata.ts';

/** What the document stages need beside the stores of all stages. */
export interface DocumentWork {
  reader: Pick<DocumentReader, 'read'>;
  sealer: UploadStores['sealer'];
  vault: Pick<KeyVault, 'reschedule'>;
  tariff: Tariff;
  /** What an organization without a plan may spend in a month; null: no limit. */
  freeAllowance: RootsAllowance | null;
  /** HMAC key of content fingerprints. */
  fingerprint: Uint8Array;
  /** Records how long a document has taken, for later estimates. */
  recordPace(organizationId: string, measured: MeasuredDocument): Promise<void>;
  engineOf(organizationId: string): Promise<EngineVersions>;
}

/** The job that a stage's message is about; null if the message is only about a verification. */
export function jobOfMessage(stage: string, message: StageMessage): string | null {
  if (stage === 'assemble') return jobOfVerification(verificationIdOf(message.stream));
  return jobIdOf(message.stream);
}

/** Ends a job whose stage was given up on. Idempotent. */
export async function failGivenUpJob(
  { events, clock }: { events: EventStore; clock: Clock },
  stage: string,
  jobId: string,
  message: StageMessage,
  error: unknown,
): Promise<void> {
  const loaded = await load(events, DOCUMENT_JOB, jobId);
  const { submitted, attempt, parsed } = loaded.state;
  if (submitted === null) return;
  const code = errorCode(error);
  const isGone = code === 'key_unknown' || code === 'key_destroyed' || code === 'upload_missing';
  const command = {
    type: 'FailDocument',
    attempt,
    failed_at: timestamp(clock),
    stage: parsed === null ? 'parsing' : 'assembling',
    error_code: isGone ? 'source_expired' : 'internal_error',
  } as const;
  await executeOnJob(events, jobId, command, stageMetadata(stage, submitted.verification_id, message), loaded);
}

/** Appends the failure of the current attempt. Returns the job afterwards. */
export async function failJob(
  { events, clock }: { events: EventStore; clock: Clock },
  metadata: EventMetadata,
  loaded: LoadedJob,
  failure: JobFailure,
): Promise<LoadedJob> {
  const { submitted, attempt } = loaded.state;
  const command = { type: 'FailDocument', attempt, failed_at: timestamp(clock), ...failure } as const;
  const executed = await executeOnJob(events, submitted!.job_id, command, metadata, loaded);
  if (!executed.accepted) throw new Error(`${command.type} was refused: ${executed.code}`);
  return executed;
}

/**
 * Ends the job whose verification has this id, if any, and deletes its blobs. Returns whether there was one. The caller
 * destroys the key.
 */
export async function expireJob(
  { events, blobs, clock }: { events: EventStore; blobs: Pick<BlobStore, 'deletePrefix'>; clock: Clock },
  verificationId: string,
  metadata: EventMetadata,
): Promise<boolean> {
  const jobId = jobOfVerification(verificationId);
  const loaded = await load(events, DOCUMENT_JOB, jobId);
  if (loaded.state.submitted === null) return false;
  await blobs.deletePrefix(`${verificationId}/`);
  await executeOnJob(events, jobId, { type: 'ExpireDocument', expired_at: timestamp(clock) }, metadata, loaded);
  return true;
}
