/** Cancels and retries document jobs. */

import { ApiError } from '#contracts/errors.ts';
import type { DocumentJobStatus } from '#contracts/http/document.ts';
import { DOCUMENT_JOB, type DocumentJobCommand, isRetryable } from '#domain/document-job/decider.ts';
import { runOfAttempt } from '#domain/document-job/runs.ts';
import { costCents } from '#domain/tariff.ts';
import { reservationId } from '#domain/verification/reservation-id.ts';
import { costLimits } from '#streams/cost-limits.ts';
import {
  executeOnJob,
  isExpired,
  type LoadedJob,
  type SubmittedJob,
  submittedJob,
  ZERO_RETENTION_WORK_MS,
} from '#streams/document-jobs.ts';
import { jobStatus } from '#streams/document-status.ts';
import { load } from '#streams/repository.ts';
import type { Caller } from '../caller.ts';
import type { DocumentDependencies } from '../dependencies.ts';
import { stopRun } from '../verification/cancel.ts';
import { costLimitExceeded } from '../verification/monthly-limit.ts';

/**
 * Cancels a job: a queued one at once, a running one as soon as its stage has ended. The verification of a running job
 * is cancelled, so that no further stage begins. Throws ApiError not_found, job_expired, job_not_cancellable.
 */
export async function cancelDocument(
  dependencies: DocumentDependencies,
  caller: Caller,
  jobId: string,
): Promise<DocumentJobStatus> {
  const { loaded } = await openJob(dependencies, caller, jobId);
  const now = new Date(dependencies.clock.now()).toISOString();
  const job = await change(dependencies, caller, loaded, jobId, { type: 'CancelDocument', requested_at: now });
  // Do this for a repeated request too: the process that handled the first one may have died before this step.
  if (job.status === 'running') await stopRun(dependencies, caller, job.submitted.verification_id);
  return jobStatus(job, null);
}

/** Throws ApiError not_found, job_expired, job_not_retryable, monthly_cost_limit_exceeded. */
export async function retryDocument(
  dependencies: DocumentDependencies,
  caller: Caller,
  jobId: string,
): Promise<DocumentJobStatus> {
  const { verifications, vault, clock } = dependencies;
  const { job, loaded } = await openJob(dependencies, caller, jobId);
  if (!isRetryable(job)) throw notRetryable(job);
  const { verification_id, zero_retention } = job.submitted;
  const { head } = (await verifications.load(verification_id)).state;
  const run = runOfAttempt(head, job.attempt + 1);
  if (run !== null) await reserve(dependencies, job, run);
  const retried_at = new Date(clock.now()).toISOString();
  const expires_at = zero_retention
    ? new Date(clock.now() + ZERO_RETENTION_WORK_MS).toISOString()
    : job.submitted.expires_at;
  const retried = await change(dependencies, caller, loaded, jobId, { type: 'RetryDocument', retried_at, expires_at });
  if (zero_retention) await vault.reschedule(verification_id, expires_at);
  return jobStatus(retried, null);
}

function notRetryable({ upload_discarded }: SubmittedJob): ApiError {
  const message = 'Its file was given up for a newer document: send it again.';
  return new ApiError('job_not_retryable', upload_discarded ? { message } : {});
}

/** Reserves the smallest cost for the run; the parse stage raises it. */
async function reserve(dependencies: DocumentDependencies, job: SubmittedJob, run: number): Promise<void> {
  const { operations, events, clock, settings } = dependencies;
  const { key_id, organization_id, verification_id } = job.submitted;
  const limits = await costLimits(events, { key_id, organization_id }, dependencies.settings.freeAllowance);
  const reservation = reservationId(verification_id, run);
  const now = clock.now();
  const admitted = await operations.admission.admit({
    key_id,
    organization_id,
    call_id: `retry/${reservation}`,
    requests: 0,
    quota_per_hour: Number.MAX_SAFE_INTEGER,
    max_concurrent: Number.MAX_SAFE_INTEGER,
    reservations: [{ reservation_id: reservation, cost_cents: costCents(1, settings.tariff) }],
    ...limits,
    lease_until_ms: now + 1,
    now_ms: now,
  });
  await operations.admission.releaseSlot(key_id, `retry/${reservation}`);
  if (admitted.outcome === 'cost_limited') throw costLimitExceeded(limits, now);
}

async function openJob(
  { events, clock }: DocumentDependencies,
  caller: Caller,
  jobId: string,
): Promise<{ job: SubmittedJob; loaded: LoadedJob }> {
  const loaded = await load(events, DOCUMENT_JOB, jobId);
  const job = submittedJob(loaded.state);
  if (job === null || job.submitted.organization_id !== caller.organization_id) throw new ApiError('not_found');
  caller.concerns(job.submitted.verification_id);
  if (isExpired(job, clock.now())) throw new ApiError('job_expired');
  return { job, loaded };
}

async function change(
  { events }: DocumentDependencies,
  { metadata }: Caller,
  loaded: LoadedJob,
  jobId: string,
  command: DocumentJobCommand,
): Promise<SubmittedJob> {
  const correlation_id = loaded.state.submitted!.verification_id;
  const executed = await executeOnJob(events, jobId, command, { ...metadata, correlation_id }, loaded);
  if (!executed.accepted) throw new ApiError(executed.code);
  return submittedJob(executed.state)!;
}
