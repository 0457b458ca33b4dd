/** Starts the whole pipeline: every stage on the stage queue, and the periodic tasks. */

import type { Timers } from '#contracts/ports/clock.ts';
import type { KeyVault } from '#contracts/ports/key-vault.ts';
import type { Leases } from '#contracts/ports/leases.ts';
import type { OperationalStores } from '#contracts/ports/operational-stores.ts';
import type { Sealer } from '#contracts/ports/sealer.ts';
import type { ServerValues } from '#contracts/ports/server-values.ts';
import type { StageConsumer, StageQueue } from '#contracts/ports/stage-queue.ts';
import type { WebhookSender } from '#contracts/ports/webhook-sender.ts';
import { registry } from '#domain/events/registry.ts';
import { createDeliveries, type DeliveryDependencies } from './deliveries/deliveries.ts';
import { createUnopenedSweeper } from './deliveries/unopened.ts';
import { createCacheTrimmer } from './periodic/cache-limits.ts';
import { createExpiryWatch } from './periodic/expiry-watch.ts';
import { createExpirySweeper, createReservationSweeper } from './periodic/housekeeping.ts';
import { startPeriodic } from './periodic/periodic.ts';
import type { AllStagesDependencies, StageName } from './stages/stage.ts';
import { STAGE_NAMES, STAGES } from './stages/stage-table.ts';
import { startWebhookDeliveries } from './webhooks/deliver-owed.ts';

export interface PipelineDependencies extends AllStagesDependencies, DeliveryDependencies {
  queue: StageQueue;
  values: ServerValues;
  vault: Pick<KeyVault, 'dataKey' | 'due' | 'reschedule'>;
  sealer: Pick<Sealer, 'open'>;
  webhookSender: WebhookSender;
  leases: Leases;
  /** Stores whose expired entries are deleted. */
  operations: Pick<OperationalStores, 'sweep'>;
  timers: Timers;
  /** Identifies this instance as a holder of leases. */
  instance: string;
  /** Verifications handled at a time, per stage. */
  concurrency?: Partial<Record<StageName, number>>;
}

export interface Pipeline {
  consumers: ReadonlyMap<StageName, StageConsumer>;
  /** Takes no new work and waits for what is in flight. */
  stop(): Promise<void>;
}

/** Share of a stage's concurrency that one organization may use: while it waits for slow pages, others get a turn. */
const ORGANIZATION_SHARE = 1 / 2;

/** Resolves when all stages consume. If one can't start, stops those that did and rejects. */
export async function startPipeline(dependencies: PipelineDependencies): Promise<Pipeline> {
  const { queue, leases, clock, timers, logger, instance, concurrency, webhookSender } = dependencies;
  const consumers = new Map<StageName, StageConsumer>();
  const stopConsumers = async () => {
    await Promise.all([...consumers.values()].map((consumer) => consumer.stop()));
  };

  try {
    for (const name of STAGE_NAMES) {
      const { triggers, retry, lowPriority, create, ...stage } = STAGES[name];
      const { handle, onDeadLetter } = createDeliveries(dependencies, name, retry, create(dependencies));
      const atOnce = concurrency?.[name] ?? stage.concurrency;
      const consumer = await queue.consume({
        stage: name,
        triggers: registry.storedTypes(triggers),
        concurrency: atOnce,
        organizationConcurrency: Math.ceil(atOnce * ORGANIZATION_SHARE),
        retry,
        lowPriority,
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
    createCacheTrimmer(dependencies),
    createUnopenedSweeper(dependencies),
  ].map((task) => startPeriodic(task, { leases, clock, timers, logger, holder: instance }));
  const stopWebhooks = startWebhookDeliveries({
    ...dependencies,
    sender: webhookSender,
    holder: instance,
    random: Math.random,
  });

  return {
    consumers,
    async stop() {
      await Promise.all([stopConsumers(), ...stopTasks.map((stop) => stop()), stopWebhooks()]);
    },
  };
}
