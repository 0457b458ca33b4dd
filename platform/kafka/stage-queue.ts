/** The stage queue port over Kafka: a relay writes triggers to a topic per stage, a consumer group handles them. */
import type { Clock, Timers } from '#contracts/ports/clock.ts';
import type { EventStore } from '#contracts/ports/event-store.ts';
import type { Leases } from '#contracts/ports/leases.ts';
import type { ServerValues } from '#contracts/ports/server-values.ts';
import type { StageMessage, StageQueue } from '#contracts/ports/stage-queue.ts';
import { oneConsumerPerStage } from '../queue/one-per-stage.ts';
import { type KafkaConnection, kafkaClient } from './client.ts';
import { MessageSeal } from './message-seal.ts';
import { startStageConsumer } from './stage-consumer.ts';
import { DEFAULT_PREFIX, type TopicSettings } from './topic.ts';

export interface KafkaStageQueueOptions {
  kafka: KafkaConnection;
  events: EventStore;
  values: ServerValues;
  leases: Leases;
  clock: Clock;
  timers: Timers;
  /** Names this process among others. */
  instance: string;
  /** What messages are sealed with: the same for every process, and known to nobody else. Asked for by `consume`. */
  secret: () => Promise<Uint8Array>;
  /** Troubles that the queue gets over by itself. */
  onError: (error: unknown) => void;
  /** Told of every trigger that stands in the topic now. Left out: nobody is. */
  onRelayed?: (message: StageMessage) => void;
  topics?: Partial<TopicSettings>;
  /** A process that is silent for so long loses its partitions. Its handlers may take as long as they like. */
  sessionTimeoutMs?: number;
}

/** Bounds how many processes can share a stage. */
const PARTITIONS = 12;
const SESSION_TIMEOUT_MS = 15_000;

/** Connects with the first `consume`, which throws when no broker answers. Stores belong to the caller. */
export function createKafkaStageQueue(options: KafkaStageQueueOptions): StageQueue {
  const kafka = kafkaClient(options.kafka);
  const producer = kafka.producer({ allowAutoTopicCreation: false, maxInFlightRequests: 1 });
  const { consume, stopAll } = oneConsumerPerStage(async (subscription) => {
    await producer.connect();
    return startStageConsumer(subscription, {
      ...options,
      kafka,
      producer,
      seal: new MessageSeal(await options.secret()),
      topics: { prefix: DEFAULT_PREFIX, partitions: PARTITIONS, replicationFactor: -1, ...options.topics },
      sessionTimeoutMs: options.sessionTimeoutMs ?? SESSION_TIMEOUT_MS,
    });
  });
  return {
    consume,
    async close() {
      await stopAll();
      await producer.disconnect();
    },
  };
}
