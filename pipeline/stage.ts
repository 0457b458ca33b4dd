/** What every stage is, and what stages have in common. */
import type { AdmissionStore } from '#contracts/ports/admission.ts';
import type { BlobStore } from '#contracts/ports/blob-store.ts';
import type { Clock } from '#contracts/ports/clock.ts';
import type { EventStore } from '#contracts/ports/event-store.ts';
import type { DeliveryContext, RetryPolicy, StageMessage } from '#contracts/ports/stage-queue.ts';
import type { SharedEngine } from '#engine/engine.ts';
import type { VerificationStreams } from '#streams/verification-streams.ts';
import type { EvidenceSource } from './sources/source.ts';

export type StageName = 'extract' | 'retrieve' | 'judge' | 'conclude' | 'erase' | 'settle';

export interface StageRetryPolicy extends RetryPolicy {
  /** Attempts after which an error that will come again (the engine threw, an event is unreadable) is given up on. */
  max_permanent_attempts: number;
}

/** Resolves when the outcome is in the event store; rejects to be retried. */
export type StageHandler = (message: StageMessage, context: DeliveryContext) => Promise<void>;

/** Log lines carry ids, names and numbers; never text. pino's loggers fit. */
export interface PipelineLogger {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface PipelineMetrics {
  /** A delivery that was handled, in milliseconds. */
  stageHandled(stage: string, milliseconds: number): void;
  /** A delivery that failed and will be tried again. */
  stageRetried(stage: string, errorClass: string): void;
  /** A message that was given up on. */
  stageDeadLettered(stage: string, errorClass: string): void;
}

export interface StageDependencies {
  verifications: VerificationStreams;
  engine: SharedEngine;
  clock: Clock;
}

export interface RetrieveDependencies extends StageDependencies {
  /** In the order in which they are asked. */
  sources: readonly EvidenceSource[];
}

export interface EraseDependencies {
  verifications: VerificationStreams;
  blobs: BlobStore;
  clock: Clock;
}

export interface SettleDependencies {
  store: EventStore;
  admission: AdmissionStore;
}

export interface AllStagesDependencies extends RetrieveDependencies, EraseDependencies, SettleDependencies {}
