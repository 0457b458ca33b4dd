/**
 * Limits how many jobs of an organization may be running or keep their file for another attempt, because the files are
 * on disk. Ids of other jobs are removed from the list when it is full, and only then, so entries that a crash leaves
 * behind do not reduce the limit for good. If all places are taken, a new document takes the place of a file that only
 * waits for another attempt.
 */

import { LRUCache } from 'lru-cache';
import { KeyedLock } from '#common/keyed-lock.ts';
import { timestamp } from '#common/time.ts';
import { ApiError } from '#contracts/errors.ts';
import type { EventMetadata } from '#contracts/ports/event-store.ts';
import { DOCUMENT_JOB, needsUpload, waitsWithUpload } from '#domain/document-job/decider.ts';
import { verificationOfJob } from '#domain/document-job/ids.ts';
import { uploadPrefix } from '#sealed/document-uploads.ts';
import { addToList, type BoundedList, idsOn, removeFromList } from '#streams/bounded-lists.ts';
import { executeOnJob, isExpired, type LoadedJob, type SubmittedJob, submittedJob } from '#streams/document-jobs.ts';
import { load } from '#streams/repository.ts';
import type { DocumentDependencies } from '../dependencies.ts';

/** Of 25 MB each. */
const COUNTED_JOBS = 64;
/** All of them are running: reading takes some seconds, verifying up to minutes. */
const RETRY_AFTER_SECONDS = 60;
/** For so long after a refusal the jobs are not looked at again: that takes as many reads as there are jobs. */
const STILL_FULL_MS = 1_000;
/** Organizations known to be full, some hundred bytes each. */
const MOST_KNOWN = 10_000;

export type CountingDependencies = Pick<DocumentDependencies, 'operations' | 'events' | 'blobs' | 'clock'>;

interface Submitter {
  organization_id: string;
  metadata: EventMetadata;
}

/** Which organizations may have another job run, as far as this process knows. */
export interface FreeJobs {
  /**
   * Throws ApiError concurrency_limit_exceeded if all jobs of the organization were running a moment ago. Reads no
   * store, so a call can be refused before its file is received.
   */
  refuseIfFull(organizationId: string): void;
  /** Makes room for the job, as `requireFreeJob` does. Calls of one organization share one look at its jobs. */
  require(submitter: Submitter, jobId: string): Promise<void>;
}

export function createFreeJobs(dependencies: CountingDependencies): FreeJobs {
  const { clock } = dependencies;
  const full = new LRUCache<string, { untilMs: number }>({ max: MOST_KNOWN });
  const looking = new KeyedLock();
  const refuseIfFull = (organizationId: string) => {
    const known = full.get(organizationId);
    if (known === undefined) return;
    if (clock.now() < known.untilMs) throw allRunning();
    full.delete(organizationId);
  };
  return {
    refuseIfFull,
    require: (submitter, jobId) =>
      looking.run(submitter.organization_id, async () => {
        // Another call may have looked while this one waited.
        refuseIfFull(submitter.organization_id);
        try {
          await requireFreeJob(dependencies, submitter, jobId);
        } catch (error) {
          const isFull = error instanceof ApiError && error.code === 'concurrency_limit_exceeded';
          if (isFull) full.set(submitter.organization_id, { untilMs: clock.now() + STILL_FULL_MS });
          throw error;
        }
      }),
  };
}

/**
 * Makes room for the job. If need be, it discards the file of the job that has waited longest for another attempt; that
 * job can still be read, but not retried. Throws ApiError concurrency_limit_exceeded if all are running.
 */
export async function requireFreeJob(
  dependencies: CountingDependencies,
  { organization_id, metadata }: Submitter,
  jobId: string,
): Promise<void> {
  const { operations, events, clock } = dependencies;
  const list: BoundedList = { name: `document-jobs/${organization_id}`, limit: COUNTED_JOBS };
  if (await addToList(operations.values, list, jobId)) return;
  const waiting: LoadedJob[] = [];
  for (const id of await idsOn(operations.values, list)) {
    const loaded = await load(events, DOCUMENT_JOB, id);
    const job = submittedJob(loaded.state);
    if (job === null || !isCounted(job, clock.now())) await removeFromList(operations.values, list, id);
    else if (waitsWithUpload(job)) waiting.push(loaded);
  }
  if (await addToList(operations.values, list, jobId)) return;
  for (const loaded of waiting) {
    const id = loaded.state.submitted!.job_id;
    if (!(await discardUpload(dependencies, loaded, metadata))) continue;
    await removeFromList(operations.values, list, id);
    if (await addToList(operations.values, list, jobId)) return;
  }
  throw allRunning();
}

function allRunning(): ApiError {
  const message = `The limit of ${COUNTED_JOBS} documents of an organization at work is reached.`;
  return new ApiError('concurrency_limit_exceeded', { message, retryAfter: RETRY_AFTER_SECONDS });
}

/** Returns false if the job has been retried meanwhile. If we crash here, the file is deleted when the job expires. */
async function discardUpload(
  { events, blobs, clock }: CountingDependencies,
  loaded: LoadedJob,
  metadata: EventMetadata,
): Promise<boolean> {
  const { job_id } = loaded.state.submitted!;
  const verification_id = verificationOfJob(job_id);
  const command = { type: 'DiscardUpload', discarded_at: timestamp(clock) } as const;
  const executed = await executeOnJob(
    events,
    job_id,
    command,
    { ...metadata, correlation_id: verification_id },
    loaded,
  );
  if (!executed.accepted || needsUpload(executed.state)) return false;
  await blobs.deletePrefix(uploadPrefix(verification_id));
  return true;
}

function isCounted(job: SubmittedJob, nowMs: number): boolean {
  if (isExpired(job, nowMs)) return false;
  return job.status === 'queued' || job.status === 'running' || needsUpload(job);
}
