/** Types that all stages share. */
import type { ShareOf } from '#common/fair-slots.ts';
import type { AdmissionStore } from '#contracts/ports/admission.ts';
import type { BlobStore } from '#contracts/ports/blob-store.ts';
import type { Clock } from '#contracts/ports/clock.ts';
import type { EntailmentModel } from '#contracts/ports/entailment-model.ts';
import type { EventStore } from '#contracts/ports/event-store.ts';
import type { LanguageModel, TokenPrices, TokenUsage } from '#contracts/ports/language-model.ts';
import type { TextForm } from '#contracts/ports/organization-models.ts';
import type { ServerValues } from '#contracts/ports/server-values.ts';
import type { DeliveryContext, RetryPolicy, StageMessage } from '#contracts/ports/stage-queue.ts';
import type { SharedEngine } from '#engine/engine.ts';
import type { CalibrationTable } from '#engine/judging/entailment/calibration-table.ts';
import type { ModelUse } from '#engine/types/judging.ts';
import type { RootsAllowance } from '#streams/cost-limits.ts';
import type { VerificationStreams } from '#streams/verification-streams.ts';
import type { ModelAnswerCache } from '../consultations/model-answer-cache.ts';
import type { EvidenceSource } from '../sources/source.ts';
import type { DocumentWork } from './documents.ts';

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
  debug(fields: object, message: string): void;
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
   * A question to a language model has an outcome. `milliseconds`: since the question, including the wait for its turn;
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

/** What a stage needs that asks third parties, which cost money. */
interface PayingStageDependencies extends StageDependencies {
  events: EventStore;
  admission: AdmissionStore;
  blobs: BlobStore;
  /** What organizations may spend without a plan; null: no limit. */
  freeAllowance: RootsAllowance | null;
}

export interface RetrieveDependencies extends PayingStageDependencies {
  /** In the order in which they are searched. */
  sources: readonly EvidenceSource[];
}

/** A language model that the judge stage asks about claims, and the extract stage about texts unless it is a grounding model. */
export interface JudgingModel extends ModelUse {
  model: LanguageModel;
  /** The model's name at its server. */
  name: string;
  /** Identifies the server, because two servers may have different models with the same name. */
  server: string;
  prompt_version: string;
  /** Of the questions about texts. Default: `statements`. */
  text_form?: TextForm;
  prices: TokenPrices;
  limits: {
    /** Questions per verification, whatever their outcome. */
    questions: number;
    /** How long one delivery of the stage may wait for answers. */
    milliseconds: number;
  };
}

/** An NLI model that the judge stage uses for claims that the local judge leaves open. */
export interface NliModel {
  model: EntailmentModel;
  table: CalibrationTable;
  limits: {
    /** How long one delivery of the stage may use the model. */
    milliseconds: number;
  };
}

export interface JudgeDependencies extends PayingStageDependencies {
  answerCache: ModelAnswerCache;
  metrics: PipelineMetrics;
  /** Whose share an organization's work takes. Default: its own. */
  shareOf?: ShareOf | undefined;
  /** The NLI model for claims that the local judge leaves open; null: none. */
  nliModel: NliModel | null;
  /** Returns the model to judge an organization's claims with at this moment; null if only the local judge is used. */
  judgingModels(organizationId: string): Promise<JudgingModel | null>;
}

/** Sources say in which languages their documents are. */
export type ExtractDependencies = JudgeDependencies & Pick<RetrieveDependencies, 'sources'>;

/** Dependencies of the document stages. */
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
  /** The service's public URL; null if it is unknown. */
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
