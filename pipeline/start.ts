/** The whole pipeline: every stage on the stage queue, and the work that time calls for. */
import { registry } from '#contracts/events/registry.ts';
import type { VerificationEvent } from '#contracts/events/verification.ts';
import type { Timers } from '#contracts/ports/clock.ts';
import type { Leases } from '#contracts/ports/leases.ts';
import type { OperationalStores } from '#contracts/ports/operational-stores.ts';
import type { StageConsumer, StageQueue } from '#contracts/ports/stage-queue.ts';
import { createConcludeStage } from './conclude.ts';
import { createDeliveries, type DeliveryDependencies } from './deliveries.ts';
import { createEraseStage } from './erase.ts';
import { createExpiryWatch } from './expiry-watch.ts';
import { createExtractStage } from './extract.ts';
import { createExpirySweeper, createReservationSweeper } from './housekeeping.ts';
import { createJudgeStage } from './judge.ts';
import { startPeriodic } from './periodic.ts';
import { createRetrieveStage } from './retrieve.ts';
import { RETRY_POLICIES, type StageName } from './retry-policy.ts';
import { createSettleStage } from './settle.ts';
import type { EraseDependencies, RetrieveDependencies, SettleDependencies, StageHandler } from './stage.ts';
import { createUnopenedSweeper } from './unopened.ts';

export interface PipelineDependencies
  extends RetrieveDependencies,
    EraseDependencies,
    SettleDependencies,
    DeliveryDependencies {
  queue: StageQueue;
  leases: Leases;
  /** Swept of what is over. */
  operations: Pick<OperationalStores, 'sweep'>;
  timers: Timers;
  /** Names this instance among others, for leases. */
  instance: string;
  /** Verifications handled at a time, per stage. */
  concurrency?: Partial<Record<StageName, number>>;
}

export interface Pipeline {
  consumers: ReadonlyMap<StageName, StageConsumer>;
  /** Takes no new work and waits for what is in flight. */
  stop(): Promise<void>;
}

/** What sets a stage off. Besides the request, these are only the events with which the stage before ends. */
export const TRIGGERS: Record<StageName, readonly VerificationEvent['type'][]> = {
  extract: ['VerificationRequested', 'VerificationRestarted'],
  retrieve: ['ExtractionCompleted'],
  judge: ['RetrievalCompleted'],
  conclude: ['JudgementCompleted'],
  erase: ['VerificationExpired'],
  settle: ['VerificationCompleted', 'VerificationFailed'],
};

/**
 * Long and short texts share a stage: the more verifications it handles at a time, the less a short one waits for long
 * ones, as they take turns at the engine. Each may hold some tens of MB.
 */
const CONCURRENCY: Record<StageName, number> = { extract: 8, retrieve: 8, judge: 8, conclude: 8, erase: 8, settle: 8 };
/** Of that for one organization: when it waits for slow pages, others find a place. */
const ORGANIZATION_SHARE = 1 / 2;

/** What comes after the end of a verification, when its answer is being made, or long after. */
const UNHURRIED: ReadonlySet<StageName> = new Set(['settle', 'erase']);

export function createStages(dependencies: PipelineDependencies): Record<StageName, StageHandler> {
  return {
    extract: createExtractStage(dependencies),
    retrieve: createRetrieveStage(dependencies),
    judge: createJudgeStage(dependencies),
    conclude: createConcludeStage(dependencies),
    erase: createEraseStage(dependencies),
    settle: createSettleStage(dependencies),
  };
}

/** Resolves when all stages consume. If one can't start, those that did are stopped before it rejects. */
export async function startPipeline(dependencies: PipelineDependencies): Promise<Pipeline> {
  const { queue, leases, clock, timers, logger, instance, concurrency } = dependencies;
  const consumers = new Map<StageName, StageConsumer>();
  const stopConsumers = async () => {
    await Promise.all([...consumers.values()].map((consumer) => consumer.stop()));
  };

  try {
    for (const [name, handler] of Object.entries(createStages(dependencies)) as [StageName, StageHandler][]) {
      const retry = RETRY_POLICIES[name];
      const { handle, onDeadLetter } = createDeliveries(dependencies, name, retry, handler);
      const atOnce = concurrency?.[name] ?? CONCURRENCY[name];
      const consumer = await queue.consume({
        stage: name,
        triggers: registry.storedTypes(TRIGGERS[name]),
        concurrency: atOnce,
        organizationConcurrency: Math.ceil(atOnce * ORGANIZATION_SHARE),
        retry,
        unhurried: UNHURRIED.has(name),
        handle,
        onDeadLetter,
      });
      consumers.set(name, consumer);
    }
  } catch (error) {
    await stopConsumers();
    throw error;
  }

  const stopTasks = [
    createExpiryWatch(dependencies),
    createReservationSweeper(dependencies),
    createExpirySweeper(dependencies),
    createUnopenedSweeper(dependencies),
  ].map((task) => startPeriodic(task, { leases, clock, timers, logger, holder: instance }));

  return {
    consumers,
    async stop() {
      await Promise.all([stopConsumers(), ...stopTasks.map((stop) => stop())]);
    },
  };
}
