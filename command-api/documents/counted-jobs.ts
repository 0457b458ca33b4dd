/**
 * Limits how many jobs of an organization are at work or keep their file for another attempt, because the files lie on the
 * disk. The list of ids is looked through only when it is full: other jobs leave it then, so no crash makes it smaller for
 * good. A file that only waits for another attempt gives way to a new document.
 */
import { timestamp } from '#common/time.ts';
import { ApiError } from '#contracts/errors.ts';
import type { EventMetadata } from '#contracts/ports/event-store.ts';
import { needsUpload, waitsWithUpload } from '#domain/document-job/decider.ts';
import { verificationOfJob } from '#domain/document-job/ids.ts';
import type { BoundedList } from '#streams/bounded-lists.ts';
import { addToList, idsOn, removeFromList } from '#streams/bounded-lists.ts';
import {
  executeOnJob,
  isExpired,
  type LoadedJob,
  loadJob,
  type SubmittedJob,
  submittedJob,
} from '#streams/document-jobs.ts';
import { uploadPrefix } from '#streams/document-uploads.ts';
import type { DocumentDependencies } from '../dependencies.ts';

/** 25 MB each. */
const COUNTED_JOBS = 64;
/** All of them are at work: reading takes some seconds, verifying up to minutes. */
const RETRY_AFTER_SECONDS = 60;

export type CountingDependencies = Pick<DocumentDependencies, 'operations' | 'events' | 'blobs' | 'clock'>;

interface Submitter {
  organization_id: string;
  metadata: EventMetadata;
}

/**
 * Makes room for the job, if need be by giving up the file of the job that has waited longest for another attempt; that job
 * can be read as before, but not be tried again. Throws ApiError concurrency_limit_exceeded if all are at work.
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
    const loaded = await loadJob(events, id);
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
  const message = `${COUNTED_JOBS} documents of this organization are at work.`;
  throw new ApiError('concurrency_limit_exceeded', { message, retryAfter: RETRY_AFTER_SECONDS });
}

/** False if the job has been tried again meanwhile. A file that is left by a crash here goes when the job expires. */
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
