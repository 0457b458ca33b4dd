/** Idempotency of POST /documents: a claim names its job; the job's stream tells whether the job exists. */

import { ApiError } from '#contracts/errors.ts';
import { DOCUMENT_JOB } from '#domain/document-job/decider.ts';
import type { DocumentSubmittedData } from '#domain/document-job/events.ts';
import { load } from '#streams/repository.ts';
import type { Caller } from '../caller.ts';
import type { DocumentDependencies } from '../dependencies.ts';
import {
  allowRetry,
  claimKey,
  type HeldLease,
  type IdempotentCall,
  releaseClaim,
  rememberedUntil,
  rememberSuccess,
} from '../verification/idempotency.ts';

export type JobClaim =
  | { next: 'submit'; job_id: string; lease: HeldLease | null }
  | { next: 'replay'; job_id: string }
  | { next: 'refuse'; error: ApiError };

/** Uses `newJobId` if the key was not claimed before. */
export async function claimJob(
  dependencies: DocumentDependencies,
  call: IdempotentCall | null,
  newJobId: string,
): Promise<JobClaim> {
  if (call === null) return { next: 'submit', job_id: newJobId, lease: null };
  const { claim, lease_until: until } = await claimKey(dependencies, call, newJobId);
  if (claim.outcome === 'conflict') return { next: 'refuse', error: new ApiError('idempotency_key_conflict') };
  if (claim.outcome === 'claimed') {
    return { next: 'submit', job_id: claim.target_id, lease: { until, isNew: true } };
  }
  const isOurs = claim.outcome === 'taken_over';
  const job_id = isOurs ? claim.target_id : claim.record.target_id;
  if ((await load(dependencies.events, DOCUMENT_JOB, job_id)).state.submitted !== null)
    return { next: 'replay', job_id };
  if (isOurs) return { next: 'submit', job_id, lease: { until, isNew: false } };
  return { next: 'refuse', error: new ApiError('idempotency_in_progress', { retryAfter: 2 }) };
}

/**
 * Records the job under the key. If that fails, a repetition finds the job by its claim, whose lease has ended by then.
 */
export async function rememberJob(
  { operations, clock, logger }: DocumentDependencies,
  { metadata }: Caller,
  call: IdempotentCall | null,
  submitted: DocumentSubmittedData,
): Promise<void> {
  if (call === null) return;
  const { job_id } = submitted;
  try {
    await rememberSuccess(operations.idempotency, call, job_id, 202, rememberedUntil(clock, submitted));
  } catch (err) {
    logger.error({ err, request_id: metadata.request_id, job_id }, 'a job was not stored under its idempotency key');
  }
}

/** Releases the claim after a refusal, so that the caller may send another body at once. */
export async function releaseJobClaim(
  { operations, events }: DocumentDependencies,
  call: IdempotentCall | null,
  jobId: string,
  lease: HeldLease | null,
): Promise<void> {
  if (call === null || lease === null) return;
  if ((await load(events, DOCUMENT_JOB, jobId)).state.submitted !== null)
    await allowRetry(operations.idempotency, call, jobId);
  else await releaseClaim(operations.idempotency, call, jobId, lease);
}
