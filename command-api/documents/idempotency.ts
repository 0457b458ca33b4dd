/** Idempotency of POST /documents: a hold names its job; the job's stream tells whether the job exists. */

import { ApiError } from '#contracts/errors.ts';
import { DOCUMENT_JOB } from '#domain/document-job/decider.ts';
import type { DocumentSubmittedData } from '#domain/document-job/events.ts';
import { load } from '#streams/repository.ts';
import type { Caller } from '../caller.ts';
import type { DocumentDependencies } from '../dependencies.ts';
import { unlessFailing } from '../unless-failing.ts';
import {
  allowRetry,
  type HeldLease,
  holdKey,
  type IdempotentCall,
  releaseHold,
  rememberedUntil,
  rememberSuccess,
} from '../verification/idempotency.ts';

export type JobHold =
  | { next: 'submit'; job_id: string; lease: HeldLease | null }
  | { next: 'replay'; job_id: string }
  | { next: 'refuse'; error: ApiError };

/** Uses `newJobId` if the key was not held before. */
export async function holdJob(
  dependencies: DocumentDependencies,
  call: IdempotentCall | null,
  newJobId: string,
): Promise<JobHold> {
  if (call === null) return { next: 'submit', job_id: newJobId, lease: null };
  const { hold, lease_until: until } = await holdKey(dependencies, call, newJobId);
  if (hold.outcome === 'conflict') return { next: 'refuse', error: new ApiError('idempotency_key_conflict') };
  if (hold.outcome === 'held') {
    return { next: 'submit', job_id: hold.target_id, lease: { until, isNew: true } };
  }
  const isOurs = hold.outcome === 'taken_over';
  const job_id = isOurs ? hold.target_id : hold.record.target_id;
  if ((await load(dependencies.events, DOCUMENT_JOB, job_id)).state.submitted !== null)
    return { next: 'replay', job_id };
  if (isOurs) return { next: 'submit', job_id, lease: { until, isNew: false } };
  return { next: 'refuse', error: new ApiError('idempotency_in_progress', { retryAfter: 2 }) };
}

/**
 * Records the job under the key. If that fails, a repetition finds the job by its hold, whose lease has ended by then.
 */
export async function rememberJob(
  dependencies: DocumentDependencies,
  caller: Caller,
  call: IdempotentCall | null,
  submitted: DocumentSubmittedData,
): Promise<void> {
  if (call === null) return;
  const { operations, clock } = dependencies;
  const { job_id } = submitted;
  await unlessFailing(dependencies, caller, { job_id }, 'a job was not stored under its idempotency key', () =>
    rememberSuccess(operations.idempotency, call, job_id, 202, rememberedUntil(clock, submitted)),
  );
}

/** Releases the hold after a refusal, so that the caller may send another body at once. */
export async function releaseJobHold(
  { operations, events }: DocumentDependencies,
  call: IdempotentCall | null,
  jobId: string,
  lease: HeldLease | null,
): Promise<void> {
  if (call === null || lease === null) return;
  if ((await load(events, DOCUMENT_JOB, jobId)).state.submitted !== null)
    await allowRetry(operations.idempotency, call, jobId);
  else await releaseHold(operations.idempotency, call, jobId, lease);
}
