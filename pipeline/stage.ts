/** Types that all stages share. */
import type { AdmissionStore } from '#contracts/ports/admission.ts';
import type { BlobStore } from '#contracts/ports/blob-store.ts';
import type { Clock } from '#contracts/ports/clock.ts';
import type { EntailmentModel } from '#contracts/ports/entailment-model.ts';
import type { EventStore } from '#contracts/ports/event-store.ts';
import type { LanguageModel, TokenPrices, TokenUsage } from '#contracts/ports/language-model.ts';
import type { ServerValues } from '#contracts/ports/server-values.ts';
import type { DeliveryContext, RetryPolicy, StageMessage } from '#contracts/ports/stage-queue.ts';
import type { FreeAllowance } from '#domain/billing/plans.ts';
import type { SharedEngine } from '#engine/engine.ts';
import type { Combiner } from '#engine/judging/entailment/combiner.ts';
import type { ModelUse } from '#engine/types.ts';
import type { VerificationStreams } from '#streams/verification-streams.ts';
import type { DocumentWork } from './documents.ts';
import type { RememberedAnswers } from './remembered-answers.ts';
import type { EvidenceSource } from './sources/source.ts';

export type StageName =
  | 'parse'
  | 'extract'
  | 'retrieve'
  | 'judge'
  | 'conclude'
  | 'assemble'
  | 'erase'
  | 'settle'
  | 'notify';

export interface StageRetryPolicy extends RetryPolicy {
  /** Attempts after which a permanent error (the engine threw, an event is unreadable) is given up on. */
  max_permanent_attempts: number;
}

/** Resolves when the outcome is in the event store; rejects to be retried. */
export type StageHandler = (message: StageMessage, context: DeliveryContext) => Promise<void>;

/** Log lines carry ids, names and numbers, never text. pino's loggers fit. */
export interface PipelineLogger {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface PipelineMetrics {
  /** A delivery was handled; its duration in milliseconds. */
  stageHandled(stage: string, milliseconds: number): void;
  /** A delivery failed and will be retried. */
  stageRetried(stage: string, errorClass: string): void;
  /** A message was given up on. */
  stageDeadLettered(stage: string, errorClass: string): void;
  /**
   * A question to a language model has its outcome. `milliseconds` since it was asked, the wait for its turn included;
   * null if no model was asked.
   */
  modelConsulted(outcome: string, milliseconds: number | null, usage: TokenUsage | null): void;
  /** An attempt to deliver a webhook message has ended: `delivered`, `failed`, or `given_up` on the message. */
  webhookAttempted(outcome: 'delivered' | 'failed' | 'given_up', milliseconds: number): void;
}

export interface StageDependencies {
  verifications: VerificationStreams;
  engine: SharedEngine;
  clock: Clock;
}

export interface RetrieveDependencies extends StageDependencies {
  events: EventStore;
  admission: AdmissionStore;
  /** What organizations may spend without a plan; null: no limit. */
  freeAllowance: FreeAllowance | null;
  /** In the order in which they are searched. */
  sources: readonly EvidenceSource[];
}

/** The language model that the judge stage asks. */
export interface JudgingModel extends ModelUse {
  model: LanguageModel;
  /** As its server names it. */
  name: string;
  /** Tells servers apart that may have different models of one name. */
  server: string;
  prompt_version: string;
  prices: TokenPrices;
  limits: {
    /** Questions about one verification, whatever comes of them. */
    questions: number;
    /** How long a delivery of the stage may ask. */
    milliseconds: number;
  };
}

/** The NLI model that the judge stage has read what the local judge leaves open. */
export interface ReadingModel {
  model: EntailmentModel;
  combiner: Combiner;
  limits: {
    /** How long a delivery of the stage may read. */
    milliseconds: number;
  };
}

export interface JudgeDependencies extends StageDependencies {
  events: EventStore;
  admission: AdmissionStore;
  /** What organizations may spend without a plan; null: no limit. */
  freeAllowance: FreeAllowance | null;
  answers: RememberedAnswers;
  metrics: PipelineMetrics;
  /** Reads what the local judge leaves open; null: there is none. */
  readingModel: ReadingModel | null;
  /** The model that an organization's claims are judged with as of now; null: the local judge is alone. */
  judgingModels(organizationId: string): Promise<JudgingModel | null>;
}

/** Of the stages of document jobs. */
export interface ParseDependencies {
  events: EventStore;
  verifications: VerificationStreams;
  blobs: BlobStore;
  admission: Pick<AdmissionStore, 'raiseReservation'>;
  clock: Clock;
  documents: DocumentWork;
}

export type AssembleDependencies = Omit<ParseDependencies, 'admission'>;

export interface EraseDependencies {
  events: EventStore;
  verifications: VerificationStreams;
  blobs: BlobStore;
  clock: Clock;
}

export interface SettleDependencies {
  events: EventStore;
  admission: AdmissionStore;
}

export interface NotifyDependencies {
  events: EventStore;
  values: Pick<ServerValues, 'get'>;
  clock: Clock;
  /** The service's public URL; null if it is not known. */
  publicUrl: string | null;
}

export interface AllStagesDependencies
  extends RetrieveDependencies,
    JudgeDependencies,
    ParseDependencies,
    EraseDependencies,
    SettleDependencies,
    NotifyDependencies {
  admission: AdmissionStore;
}
