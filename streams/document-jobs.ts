/** Document jobs by their id: their streams, and the tokens that open them. */
import { timingSafeEqual } from 'node:crypto';
import { keyedHash } from '#common/keyed-hash.ts';
import type { EventMetadata, EventStore } from '#contracts/ports/event-store.ts';
import {
  DOCUMENT_JOB,
  type DocumentJobCommand,
  type DocumentJobRejection,
  type DocumentJobState,
} from '#domain/document-job/decider.ts';
import type { DocumentJobEvent, DocumentSubmittedData } from '#domain/document-job/events.ts';
import { stageEventId } from '#domain/ids.ts';
import { type Executed, execute, type LoadedStream } from './repository.ts';

export type LoadedJob = LoadedStream<DocumentJobState>;

/** How long a zero-retention job may wait and run. Its key exists in memory only. */
export const ZERO_RETENTION_WORK_MS = 3_600_000;
/** How long the result of a zero-retention job can be read. */
export const ZERO_RETENTION_SHOWN_MS = 900_000;

/** Executes a command on a job. The events of an attempt get the same ids whenever its stages run again. */
export function executeOnJob(
  events: EventStore,
  jobId: string,
  command: DocumentJobCommand,
  metadata: EventMetadata,
  loaded?: LoadedJob,
): Promise<Executed<DocumentJobState, DocumentJobRejection>> {
  return execute(events, DOCUMENT_JOB, jobId, command, {
    metadata,
    eventId: (event: DocumentJobEvent) =>
      stageEventId(
        DOCUMENT_JOB.stream(jobId),
        'attempt' in event.data ? event.data.attempt : 0,
        'document',
        event.type,
      ),
    ...(loaded && { loaded }),
  });
}

/** The token of a job: derived from its id, so that it need not be stored. */
export function jobToken(secret: Uint8Array, jobId: string): string {
  return keyedHash(secret, 'document-job', jobId);
}

export function isJobToken(secret: Uint8Array, jobId: string, token: string): boolean {
  const expected = Buffer.from(jobToken(secret, jobId));
  const given = Buffer.from(token);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** A job that was submitted. */
export interface SubmittedJob extends DocumentJobState {
  submitted: DocumentSubmittedData;
  expires_at: string;
}

/** null: there is no such job. */
export function submittedJob(state: DocumentJobState): SubmittedJob | null {
  return state.submitted === null ? null : (state as SubmittedJob);
}

/** Whether the job has expired and can't be read any more; it may not have been erased yet. */
export function isExpired(job: SubmittedJob, nowMs: number): boolean {
  return job.status === 'expired' || Date.parse(job.expires_at) <= nowMs;
}
