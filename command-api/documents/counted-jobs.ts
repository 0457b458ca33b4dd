/**
 * Limits how many jobs of an organization are at work or keep their file for another attempt, because the files lie on the
 * disk. The list of ids is looked through only when it is full: other jobs leave it then, so no crash makes it smaller for
 * good.
 */
import { ApiError } from '#contracts/errors.ts';
import { needsUpload } from '#domain/document-job/decider.ts';
import type { BoundedList } from '#streams/bounded-lists.ts';
import { addToList, idsOn, removeFromList } from '#streams/bounded-lists.ts';
import { isExpired, loadJob, type SubmittedJob, submittedJob } from '#streams/document-jobs.ts';
import type { DocumentDependencies } from '../dependencies.ts';

/** 25 MB each. */
const COUNTED_JOBS = 64;
/** Reading takes some seconds; files that wait for another attempt stay longer. */
const RETRY_AFTER_SECONDS = 60;

/** Throws ApiError concurrency_limit_exceeded. */
export async function requireFreeJob(
  { operations, events, clock }: Pick<DocumentDependencies, 'operations' | 'events' | 'clock'>,
  organizationId: string,
  jobId: string,
): Promise<void> {
  const list: BoundedList = { name: `document-jobs/${organizationId}`, limit: COUNTED_JOBS };
  if (await addToList(operations.values, list, jobId)) return;
  for (const id of await idsOn(operations.values, list)) {
    const job = submittedJob((await loadJob(events, id)).state);
    if (job === null || !isCounted(job, clock.now())) await removeFromList(operations.values, list, id);
  }
  if (await addToList(operations.values, list, jobId)) return;
  const message = `${COUNTED_JOBS} documents of this organization are at work, or were cancelled or failed and wait for another attempt.`;
  throw new ApiError('concurrency_limit_exceeded', { message, retryAfter: RETRY_AFTER_SECONDS });
}

function isCounted(job: SubmittedJob, nowMs: number): boolean {
  if (isExpired(job, nowMs)) return false;
  return job.status === 'queued' || job.status === 'running' || needsUpload(job);
}
