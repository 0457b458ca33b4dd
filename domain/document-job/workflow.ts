/**
 * The workflow of a document: what comes next, given what the streams of its job and of the verification of its text
 * say. Pure. The stage `parse` runs it when a job was submitted or retried, the stage `assemble` when a verification has
 * ended; each does the step and asks again (`pipeline/stages/parse.ts`, `pipeline/stages/assemble.ts`). Both may be delivered again at
 * any time, and either may come last: whoever comes last finds both streams at their end and finishes.
 *
 *     queued → start → read → reserve → verify → record_text → wait … assemble
 *
 * The verification is requested before the job records its text: if the process dies in between, the next delivery finds
 * it and only has to update the job. If an earlier attempt has requested it, it is restarted with the text that it has.
 */
import type { JobErrorCode, JobStage } from '#contracts/document-vocabulary.ts';
import type { FailureReason } from '#contracts/vocabulary.ts';
import { isRestartable, isUnderWay } from '../verification/ended.ts';
import type { VerificationHead } from '../verification/state.ts';
import type { DocumentJobState, JobFailure } from './decider.ts';
import { runOfAttempt } from './runs.ts';

/** What a delivery knows and has done. */
export interface DocumentSituation {
  job: DocumentJobState;
  verification: Pick<VerificationHead, 'status' | 'run' | 'request' | 'failure'>;
  /** Whether the key of the text and the file still exists. */
  hasKey: boolean;
  isExpired: boolean;
  /** What came of reading the file; null: this delivery has not read it. */
  read: 'text' | JobFailure | null;
  /** Whether the run's cost could be reserved; null: not tried. */
  isReserved: boolean | null;
  /** This delivery has requested or restarted the verification. */
  isBegun: boolean;
}

export type DocumentStep =
  /** Begin the attempt. */
  | { do: 'start' }
  /** Read the file. */
  | { do: 'read' }
  /** Reserve the cost of this run of the verification. */
  | { do: 'reserve'; run: number }
  /** Request the verification, or restart it. */
  | { do: 'verify' }
  /** Record that the verification has the text. */
  | { do: 'record_text' }
  /** Store the artifacts and end the job. */
  | { do: 'assemble' }
  | { do: 'fail'; failure: JobFailure }
  /** End the job as cancelled. */
  | { do: 'end_cancelled' }
  /** Cancel the verification of a cancelled job. */
  | { do: 'stop_verification' }
  /** Nothing, until the other stream goes on. */
  | { do: 'wait' };

/** What comes next. */
export function nextStep(situation: DocumentSituation): DocumentStep {
  const { job, verification } = situation;
  switch (job.status) {
    case 'queued':
      return { do: 'start' };
    case 'running':
      return job.parsed === null ? beforeText(situation) : afterText(situation);
    case 'cancelled':
      return { do: isUnderWay(verification) ? 'stop_verification' : 'wait' };
    case 'succeeded':
    case 'failed':
    case 'expired':
      return { do: 'wait' };
  }
}

function beforeText({ job, verification, ...seen }: DocumentSituation): DocumentStep {
  if (seen.isExpired || !seen.hasKey) return failed('validating', 'source_expired');
  // Its text has taken more time than it may, and would again.
  if (verification.failure?.reason === 'engine_timeout' && !seen.isBegun) return failed('extracting', 'internal_error');
  if (verification.request === null && !seen.isBegun) {
    if (job.unreadable !== null) return { do: 'fail', failure: job.unreadable };
    if (seen.read === null) return { do: 'read' };
    if (seen.read !== 'text') return { do: 'fail', failure: seen.read };
  }
  if (seen.isBegun) return { do: 'record_text' };
  const run = runOfAttempt(verification, job.attempt);
  if (run !== null && seen.isReserved === null) return { do: 'reserve', run };
  if (seen.isReserved === false) return failed('parsing', 'cost_limit_exceeded');
  if (job.cancel_requested) return { do: 'end_cancelled' };
  return { do: run === null ? 'record_text' : 'verify' };
}

/**
 * Only now does the end of the verification say anything about this attempt: one that failed before this attempt has
 * restarted it does not.
 */
function afterText({ verification, hasKey }: DocumentSituation): DocumentStep {
  if (isRestartable(verification)) {
    // Before VerificationCancelled, a cancelled run failed with this reason.
    if (verification.status === 'cancelled' || verification.failure!.reason === 'cancelled') {
      return { do: 'end_cancelled' };
    }
    const { reason, stage } = verification.failure!;
    return failed(stageOf(stage), ERRORS[reason]);
  }
  if (verification.status !== 'completed') return { do: 'wait' };
  return hasKey ? { do: 'assemble' } : failed('assembling', 'source_expired');
}

function failed(stage: JobStage, error_code: JobErrorCode): DocumentStep {
  return { do: 'fail', failure: { stage, error_code } };
}

/** The job's error code for each reason of a failed verification. */
const ERRORS: Readonly<Record<FailureReason, JobErrorCode>> = {
  engine_error: 'internal_error',
  engine_timeout: 'internal_error',
  provider_unavailable: 'provider_unavailable',
  key_lost: 'source_expired',
  source_expired: 'source_expired',
  cost_limit_exceeded: 'cost_limit_exceeded',
  cancelled: 'internal_error',
  internal_error: 'internal_error',
};

/** The job's stage for each stage that a verification fails in. */
function stageOf(stage: string): JobStage {
  switch (stage) {
    case 'retrieve':
      return 'retrieving';
    case 'judge':
      return 'judging';
    case 'conclude':
      return 'assembling';
    default:
      return 'extracting';
  }
}
