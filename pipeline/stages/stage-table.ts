/** All stages of the pipeline: triggers, retry policy, concurrency and constructor. */
import type { EventName } from '#domain/events/registry.ts';
import { END_EVENTS } from '#domain/verification/ended.ts';
import { createAssembleStage } from './assemble.ts';
import { createConcludeStage } from './conclude.ts';
import { createEraseStage } from './erase.ts';
import { createExtractStage } from './extract.ts';
import { createJudgeStage } from './judge.ts';
import { createNotifyStage } from './notify.ts';
import { createParseStage } from './parse.ts';
import { createRetrieveStage } from './retrieve.ts';
import { createSettleStage } from './settle.ts';
import type { AllStagesDependencies, StageHandler, StageName, StageRetryPolicy } from './stage.ts';

export interface StageDefinition {
  /** Besides the request, only events that end the previous stage. */
  triggers: readonly EventName[];
  retry: StageRetryPolicy;
  /**
   * Verifications that a process handles concurrently. Long and short texts share a stage and take turns at the engine,
   * so higher concurrency makes a short text wait less for long ones. Each may hold some tens of MB.
   */
  concurrency: number;
  /** True if no caller waits for the stage: it runs while the response is being made, or long after. */
  lowPriority: boolean;
  create(dependencies: AllStagesDependencies): StageHandler;
}

/**
 * Callers wait for these stages, so the delays are short. A process that is killed uses up an attempt of every message
 * it was handling. On a busy machine, which gets little done between two kills, these are the same messages each time.
 * Two dozen attempts survive a long series of crashes and a store that is unavailable for a minute. They also limit how
 * often a message that itself crashes the process can do so.
 */
const COMPUTE_RETRY: StageRetryPolicy = {
  max_attempts: 24,
  max_permanent_attempts: 2,
  base_delay_ms: 250,
  max_delay_ms: 5_000,
};

/** The customer is entitled to the erasure in any case, so it is retried until it is done. */
const ERASE_RETRY: StageRetryPolicy = {
  max_attempts: Number.MAX_SAFE_INTEGER,
  max_permanent_attempts: Number.MAX_SAFE_INTEGER,
  base_delay_ms: 250,
  max_delay_ms: 30_000,
};

/**
 * A settlement that is given up on resolves itself: slots are leases, and the sweeper settles remaining reservations.
 */
const SETTLE_RETRY: StageRetryPolicy = {
  max_attempts: 20,
  max_permanent_attempts: 3,
  base_delay_ms: 500,
  max_delay_ms: 60_000,
};

/** A message that is not recorded would never be sent, so this is retried until it succeeds. */
const NOTIFY_RETRY: StageRetryPolicy = {
  max_attempts: Number.MAX_SAFE_INTEGER,
  max_permanent_attempts: Number.MAX_SAFE_INTEGER,
  base_delay_ms: 500,
  max_delay_ms: 60_000,
};

export const STAGES: Readonly<Record<StageName, StageDefinition>> = {
  parse: {
    triggers: ['DocumentSubmitted', 'DocumentRetried'],
    retry: COMPUTE_RETRY,
    /** A delivery that waits for a reader process holds nothing else; there are few of them, and they have their own turns. */
    concurrency: 16,
    lowPriority: false,
    create: createParseStage,
  },
  extract: {
    triggers: ['VerificationRequested', 'VerificationRestarted'],
    retry: COMPUTE_RETRY,
    /** As high as the judge's, for the same reason: most of these may wait for a language model. */
    concurrency: 32,
    lowPriority: false,
    create: createExtractStage,
  },
  retrieve: {
    triggers: ['ExtractionCompleted'],
    retry: COMPUTE_RETRY,
    concurrency: 8,
    lowPriority: false,
    create: createRetrieveStage,
  },
  judge: {
    triggers: ['RetrievalCompleted'],
    retry: COMPUTE_RETRY,
    /**
     * High, because verifications that wait for a language model should not hold up others: engine and model have their
     * own limits, and the stage limits those without a model. A waiting verification of a thousand claims takes 10 MB:
     * 7 MB sealed, the rest in `cached-details.ts`.
     */
    concurrency: 32,
    lowPriority: false,
    create: createJudgeStage,
  },
  conclude: {
    triggers: ['JudgementCompleted'],
    retry: COMPUTE_RETRY,
    concurrency: 8,
    lowPriority: false,
    create: createConcludeStage,
  },
  assemble: {
    triggers: ['DocumentVerificationEnded'],
    retry: COMPUTE_RETRY,
    concurrency: 4,
    lowPriority: false,
    create: createAssembleStage,
  },
  erase: {
    triggers: ['VerificationExpired'],
    retry: ERASE_RETRY,
    concurrency: 8,
    lowPriority: true,
    create: createEraseStage,
  },
  settle: {
    triggers: END_EVENTS,
    retry: SETTLE_RETRY,
    concurrency: 8,
    lowPriority: true,
    create: createSettleStage,
  },
  notify: {
    triggers: ['VerificationCompleted'],
    retry: NOTIFY_RETRY,
    concurrency: 8,
    lowPriority: true,
    create: createNotifyStage,
  },
};

export const STAGE_NAMES = Object.keys(STAGES) as readonly StageName[];
