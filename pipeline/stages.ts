/** Every stage of the pipeline: what triggers it, how it is retried, and what makes it. */
import type { VerificationEvent } from '#domain/verification/events.ts';
import { createConcludeStage } from './conclude.ts';
import { createEraseStage } from './erase.ts';
import { createExtractStage } from './extract.ts';
import { createJudgeStage } from './judge.ts';
import { createRetrieveStage } from './retrieve.ts';
import { createSettleStage } from './settle.ts';
import type { AllStagesDependencies, StageHandler, StageName, StageRetryPolicy } from './stage.ts';

export interface StageDefinition {
  /** Besides the request, these are only the events with which the stage before ends. */
  triggers: readonly VerificationEvent['type'][];
  retry: StageRetryPolicy;
  /**
   * Verifications that a process handles at a time. Long and short texts share a stage: the more are handled at a time,
   * the less a short one waits for long ones, as they take turns at the engine. Each may hold some tens of MB.
   */
  concurrency: number;
  /** Nobody waits for it: it comes when the answer is being made, or long after. */
  lowPriority: boolean;
  create(dependencies: AllStagesDependencies): StageHandler;
}

/**
 * Somebody waits for these, so the delays are short. A process that is killed at work uses up a try of everything that
 * it had in hand: on a busy machine, where little gets done between two kills, the same messages are in hand each time.
 * Two dozen tries outlast a long row of crashes, and a store that is away for a minute; what itself takes the process
 * down does so no more often than that.
 */
const COMPUTING: StageRetryPolicy = {
  max_attempts: 24,
  max_permanent_attempts: 2,
  base_delay_ms: 250,
  max_delay_ms: 5_000,
};

/** An erasure is owed to the customer whatever happens, so it is retried until it is done. */
const ERASING: StageRetryPolicy = {
  max_attempts: Number.MAX_SAFE_INTEGER,
  max_permanent_attempts: Number.MAX_SAFE_INTEGER,
  base_delay_ms: 250,
  max_delay_ms: 30_000,
};

/** A settlement that is given up on ends by itself: slots are leases, and the sweeper settles what is left over. */
const SETTLING: StageRetryPolicy = {
  max_attempts: 20,
  max_permanent_attempts: 3,
  base_delay_ms: 500,
  max_delay_ms: 60_000,
};

export const STAGES: Readonly<Record<StageName, StageDefinition>> = {
  extract: {
    triggers: ['VerificationRequested', 'VerificationRestarted'],
    retry: COMPUTING,
    concurrency: 8,
    lowPriority: false,
    create: createExtractStage,
  },
  retrieve: {
    triggers: ['ExtractionCompleted'],
    retry: COMPUTING,
    concurrency: 8,
    lowPriority: false,
    create: createRetrieveStage,
  },
  judge: {
    triggers: ['RetrievalCompleted'],
    retry: COMPUTING,
    concurrency: 8,
    lowPriority: false,
    create: createJudgeStage,
  },
  conclude: {
    triggers: ['JudgementCompleted'],
    retry: COMPUTING,
    concurrency: 8,
    lowPriority: false,
    create: createConcludeStage,
  },
  erase: {
    triggers: ['VerificationExpired'],
    retry: ERASING,
    concurrency: 8,
    lowPriority: true,
    create: createEraseStage,
  },
  settle: {
    triggers: ['VerificationCompleted', 'VerificationFailed'],
    retry: SETTLING,
    concurrency: 8,
    lowPriority: true,
    create: createSettleStage,
  },
};

export const STAGE_NAMES = Object.keys(STAGES) as readonly StageName[];
