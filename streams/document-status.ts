/** The status of a document job as the API shows it, from its stream and the progress of its verification. */
import type { JobStage } from '#contracts/document-vocabulary.ts';
import { whyUnread } from '#contracts/document-words.ts';
import type { DocumentJobStatus } from '#contracts/http/document.ts';
import type { VerificationHead } from '#domain/verification/state.ts';
import type { SubmittedJob } from './document-jobs.ts';

/** The progress of the verification of a job's text. */
export interface VerificationCounts {
  status: VerificationHead['status'];
  /** Claims extracted so far. */
  claims: number;
  searched: number;
  judged: number;
}

/** Percent at the beginning of each stage, according to the time that stages take for a text of some hundred claims. */
const BEGINS_AT: Readonly<Record<JobStage, number>> = {
  received: 0,
  validating: 1,
  parsing: 2,
  extracting: 10,
  retrieving: 20,
  judging: 45,
  assembling: 95,
  done: 100,
};

/** The status without a result. `progress`: null if nothing is known of the verification. */
export function jobStatus(job: SubmittedJob, progress: VerificationCounts | null): DocumentJobStatus {
  const stage = stageOf(job, progress);
  return {
    request_id: job.submitted.request_id,
    job_id: job.submitted.job_id,
    status: job.status,
    stage,
    progress: percentOf(stage, progress),
    cancel_requested: job.cancel_requested,
    attempts: job.attempt,
    error_code: job.error_code,
    source_context: contextOf(job),
    artifacts: [...job.artifacts],
    result: null,
  };
}

function stageOf(job: SubmittedJob, progress: VerificationCounts | null): JobStage {
  if (job.status !== 'running') return job.stage;
  if (job.stage === 'validating') return 'parsing';
  if (job.stage !== 'extracting' || progress === null) return job.stage;
  switch (progress.status) {
    case 'none':
    case 'requested':
      return 'extracting';
    case 'extracted':
      return 'retrieving';
    case 'retrieved':
      return 'judging';
    case 'judged':
    case 'completed':
    case 'failed':
    case 'cancelled':
      return 'assembling';
  }
}

/** Progress within a stage: the share of claims that the stage has finished. */
function percentOf(stage: JobStage, progress: VerificationCounts | null): number {
  const begins = BEGINS_AT[stage];
  if (progress === null || progress.claims === 0) return begins;
  if (stage === 'retrieving') return between(begins, BEGINS_AT.judging, progress.searched / progress.claims);
  if (stage === 'judging') return between(begins, BEGINS_AT.assembling, progress.judged / progress.claims);
  return begins;
}

function between(from: number, to: number, share: number): number {
  return Math.floor(from + (to - from) * Math.min(1, share));
}

const TYPE_NAMES = { pdf: 'PDF', docx: 'DOCX', txt: 'Plain text', md: 'Markdown', html: 'HTML' } as const;

/** Contains nothing of the document's text or name. */
function contextOf({ submitted, parsed, error_code, empty_because }: SubmittedJob): string | null {
  const type = TYPE_NAMES[submitted.kind];
  if (error_code === 'document_empty' || error_code === 'page_limit_exceeded') {
    return `${type}: ${whyUnread(error_code, empty_because)}.`;
  }
  if (parsed === null) return `${type}, ${submitted.bytes} bytes`;
  const pages = parsed.pages === null ? '' : `${parsed.pages} ${parsed.pages === 1 ? 'page' : 'pages'}, `;
  return `${type}, ${pages}${parsed.characters} characters of text`;
}
