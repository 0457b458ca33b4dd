/**
 * Limits how many unfinished jobs an organization has, because their files wait on the disk. The list of ids is looked
 * through only when it is full: jobs that have ended leave it then, so no crash makes it smaller for good.
 */
import { ApiError } from '#contracts/errors.ts';
import type { BoundedList } from '#streams/bounded-lists.ts';
import { addToList, idsOn, removeFromList } from '#streams/bounded-lists.ts';
import { loadJob } from '#streams/document-jobs.ts';
import type { DocumentDependencies } from '../dependencies.ts';

/** 25 MB each. */
const UNFINISHED_JOBS = 64;
const RETRY_AFTER_SECONDS = 1;

/** Throws ApiError concurrency_limit_exceeded. */
export async function requireFreeJob(
  { operations, events }: Pick<DocumentDependencies, 'operations' | 'events'>,
  organizationId: string,
  jobId: string,
): Promise<void> {
  const list: BoundedList = { name: `document-jobs/${organizationId}`, limit: UNFINISHED_JOBS };
  if (await addToList(operations.values, list, jobId)) return;
  for (const id of await idsOn(operations.values, list)) {
    const { status, submitted } = (await loadJob(events, id)).state;
    const isUnfinished = submitted !== null && (status === 'queued' || status === 'running');
    if (!isUnfinished) await removeFromList(operations.values, list, id);
  }
  if (await addToList(operations.values, list, jobId)) return;
  const message = 'Too many documents at once in this organization.';
  throw new ApiError('concurrency_limit_exceeded', { message, retryAfter: RETRY_AFTER_SECONDS });
}
