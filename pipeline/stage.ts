/** What every stage is, and what stages have in common. */
import type { AdmissionStore } from '#contracts/ports/admission.ts';
import type { BlobStore } from '#contracts/ports/blob-store.ts';
import type { Clock } from '#contracts/ports/clock.ts';
import type { EventStore } from '#contracts/ports/event-store.ts';
import type { KeyVault } from '#contracts/ports/key-vault.ts';
import type { Sealer } from '#contracts/ports/sealer.ts';
import type { DeliveryContext, StageMessage } from '#contracts/ports/stage-queue.ts';
import type { SharedEngine } from '#engine/engine.ts';
import type { HandOver } from '#streams/hand-over.ts';
import type { EvidenceSource } from './sources/source.ts';

/** Resolves when the outcome stands in the event store; rejects to be tried again. */
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
  store: EventStore;
  vault: KeyVault;
  sealer: Sealer;
  engine: SharedEngine;
  clock: Clock;
  handOver: HandOver;
}

export interface RetrieveDependencies extends StageDependencies {
  /** In the order in which they are asked. */
  sources: readonly EvidenceSource[];
}

export interface EraseDependencies {
  store: EventStore;
  vault: KeyVault;
  blobs: BlobStore;
  clock: Clock;
  handOver: HandOver;
}

export interface SettleDependencies {
  store: EventStore;
  admission: AdmissionStore;
}
