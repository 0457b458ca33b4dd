/** How far a run has come: its stage, and how many claims each stage has done. */
import type { FailureReason } from '#contracts/vocabulary.ts';
import type { ClaimsDone, VerificationCancelledData, VerificationEvent } from './events.ts';
import type { VerificationHead, VerificationState, VerificationStatus } from './state.ts';
import type { VerdictCounts } from './verdict-counts.ts';

export type RunStage = VerificationCancelledData['stage'];

/** The stage that a run of each status is at. */
const STAGES = { requested: 'extract', extracted: 'retrieve', retrieved: 'judge', judged: 'conclude' } as const;

/** The stage that the run is at; null before its request and after its end. */
export function stageAt({ status }: Pick<VerificationHead, 'status'>): RunStage | null {
  return Object.hasOwn(STAGES, status) ? STAGES[status as keyof typeof STAGES] : null;
}

/** Nothing is done yet. */
export const NOTHING_DONE: ClaimsDone = { extracted: 0, checkable: 0, searched: 0, judged: 0 };

/** How many claims of the current run each stage has done. */
export function claimsDone({ claims }: Pick<VerificationState, 'claims'>): ClaimsDone {
  const done = { ...NOTHING_DONE };
  for (const { extracted, evidence, judged } of claims.values()) {
    done.extracted++;
    if (extracted.checkable) done.checkable++;
    if (evidence !== null) done.searched++;
    if (judged !== null) done.judged++;
  }
  return done;
}

/** How far a verification is: counts and times only, so it costs little to keep, and outlives the text. */
export interface Progress {
  status: VerificationStatus;
  run: number;
  /** Of the current run. */
  claims: ClaimsDone;
  /** Verdicts of the claims that were judged in this run. */
  verdicts: VerdictCounts;
  /** RFC 3339; null while the run is in progress. */
  ended_at: string | null;
  /** Why the run failed; null if it has not. */
  failure: FailureReason | null;
  /** When the text expired; null while it is kept. RFC 3339. */
  expired_at: string | null;
}

const NO_VERDICTS: VerdictCounts = { supported: 0, contradicted: 0, disputed: 0, unverifiable: 0, not_checkable: 0 };

/** Before the request. */
export const NO_PROGRESS: Progress = {
  status: 'none',
  run: 0,
  claims: NOTHING_DONE,
  verdicts: NO_VERDICTS,
  ended_at: null,
  failure: null,
  expired_at: null,
};

/** Folds an event. Returns the same object for an event that changes nothing. */
export function evolveProgress(progress: Progress, event: VerificationEvent): Progress {
  const { claims, verdicts } = progress;
  switch (event.type) {
    case 'VerificationRequested':
      return { ...NO_PROGRESS, status: 'requested', run: event.data.run ?? 1 };
    case 'VerificationRestarted':
      return { ...NO_PROGRESS, status: 'requested', run: event.data.run, expired_at: progress.expired_at };
    case 'ClaimExtracted': {
      const checkable = claims.checkable + (event.data.checkable ? 1 : 0);
      return { ...progress, claims: { ...claims, extracted: claims.extracted + 1, checkable } };
    }
    case 'ExtractionCompleted':
      return { ...progress, status: 'extracted' };
    case 'EvidenceRetrieved':
      return { ...progress, claims: { ...claims, searched: claims.searched + 1 } };
    case 'RetrievalCompleted':
      return { ...progress, status: 'retrieved' };
    case 'ClaimJudged': {
      const { verdict } = event.data;
      return {
        ...progress,
        claims: { ...claims, judged: claims.judged + 1 },
        verdicts: { ...verdicts, [verdict]: verdicts[verdict] + 1 },
      };
    }
    case 'JudgementCompleted':
      return { ...progress, status: 'judged' };
    case 'VerificationCompleted':
      return { ...progress, status: 'completed', ended_at: event.data.completed_at };
    case 'VerificationFailed':
      return { ...progress, status: 'failed', ended_at: event.data.failed_at, failure: event.data.reason };
    case 'VerificationCancelled':
      return { ...progress, status: 'cancelled', ended_at: event.data.cancelled_at };
    case 'VerificationExpired':
      return { ...progress, expired_at: event.data.expired_at };
    case 'CompletionGenerated':
    case 'ExtractionConsulted':
    case 'SourcesAsked':
    case 'ModelConsulted':
    case 'DocumentVerificationEnded':
    case 'StageDeadLettered':
    case 'ReviewRecorded':
    case 'VerificationErased':
      return progress;
  }
}
