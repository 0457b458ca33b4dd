/** The stage queue port over Kafka: a relay writes triggers to a topic per stage, a consumer group handles them. */
import type { StageQueue } from '#contracts/ports/stage-queue.ts';
import { oneConsumerPerStage } from '../queue/one-per-stage.ts';
import { OrganizationSlots } from '../queue/organization-slots.ts';
import { type KafkaConnection, kafkaClient } from './client.ts';
import { MessageSeal } from './message-seal.ts';
import type { QueueOptions } from './queue-options.ts';
import { startStageConsumer } from './stage-consumer.ts';
import { DEFAULT_PREFIX, type TopicSettings } from './topic.ts';

export interface KafkaStageQueueOptions extends QueueOptions {
  kafka: KafkaConnection;
  /** The secret that seals messages: shared by all processes of the deployment, and only by them. Called by `consume`. */
  secret: () => Promise<Uint8Array>;
  topics?: Partial<TopicSettings>;
  /** A process that is silent for this long loses its partitions. Handlers may take longer. */
  sessionTimeoutMs?: number;
}

/** Limits how many processes can share a stage. */
const PARTITIONS = 12;
const SESSION_TIMEOUT_MS = 15_000;

/** Connects on the first `consume`, which throws when no broker responds. The caller closes the stores. */
export function createKafkaStageQueue(options: KafkaStageQueueOptions): StageQueue {
  const kafka = kafkaClient(options.kafka);
  const producer = kafka.producer({ allowAutoTopicCreation: false, maxInFlightRequests: 1 });
  const organizations = new OrganizationSlots(options);
  const { consume, stopAll } = oneConsumerPerStage(async (subscription) => {
    await producer.connect();
    return startStageConsumer(subscription, {
      ...options,
      kafka,
      organizations,
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
