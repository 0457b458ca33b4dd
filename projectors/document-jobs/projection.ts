import { DOCUMENT_JOB } from '#domain/document-job/decider.ts';
import { DOCUMENT_JOB_EVENTS, type DocumentJobEvent } from '#domain/document-job/events.ts';
import { jobIdOf } from '#domain/document-job/ids.ts';
import type { Projection } from '../projection.ts';
import { DOCUMENT_JOBS, type DocumentJobDocument } from './document.ts';

/** Folds a job's events into its document, with the decider's own `evolve`. */
export const documentJobsProjection: Projection<DocumentJobEvent> = {
  view: DOCUMENT_JOBS,
  events: DOCUMENT_JOB_EVENTS.map(({ name }) => name),
  root: ({ stream }) => jobIdOf(stream)!,
  reads: () => [],

  async project({ event, stream }, documents) {
    const id = jobIdOf(stream)!;
    const known = await documents.get<DocumentJobDocument>(id);
    if (known === null && event.type !== 'DocumentSubmitted') return;
    const job = DOCUMENT_JOB.evolve(known?.job ?? DOCUMENT_JOB.initialState(), event);
    const { organization_id, submitted_at } = job.submitted!;
    documents.put<DocumentJobDocument>(id, { organization_id, submitted_at, status: job.status, job });
  },
};
