/** The topic of a stage. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Admin, Kafka } from 'kafkajs';
import { withAdmin } from './client.ts';

export interface TopicSettings {
  /** Topics and consumer groups are called this, a dot, and the stage: several services can share brokers. */
  prefix: string;
  /** Of topics that are made; those that exist keep theirs. */
  partitions: number;
  /** Of topics that are made; -1: what the broker does by default. */
  replicationFactor: number;
}

export function topicOf(stage: string, prefix: string): string {
  return `${prefix}.${stage}`;
}

/** A cluster that has made a topic takes a while to know it everywhere. */
const KNOWN_WITHIN_MS = 30_000;
const LOOK_AGAIN_MS = 50;

/**
 * Makes the topic unless it exists, and resolves when each partition has a leader. Nothing is dropped from it by age:
 * what is old may still have to be handled.
 */
export async function ensureTopic(kafka: Kafka, topic: string, settings: TopicSettings): Promise<void> {
  await withAdmin(kafka, async (admin) => {
    if ((await admin.listTopics()).includes(topic)) return;
    await admin.createTopics({
      // The client would take a broker that does not know the topic yet for an error.
      waitForLeaders: false,
      topics: [
        {
          topic,
          numPartitions: settings.partitions,
          replicationFactor: settings.replicationFactor,
          configEntries: [{ name: 'retention.ms', value: '-1' }],
        },
      ],
    });
    const deadline = performance.now() + KNOWN_WITHIN_MS;
    while (!(await hasLeaders(admin, topic))) {
      if (performance.now() > deadline)
        throw new Error(`the brokers do not know the topic ${topic} that they have made`);
      await delay(LOOK_AGAIN_MS);
    }
  });
}

async function hasLeaders(admin: Admin, topic: string): Promise<boolean> {
  try {
    const { topics } = await admin.fetchTopicMetadata({ topics: [topic] });
    return topics.every(({ partitions }) => partitions.length > 0 && partitions.every(({ leader }) => leader >= 0));
  } catch (error) {
    if ((error as { retriable?: unknown }).retriable === true) return false;
    throw error;
  }
}

/** The offset that the next message of each partition will have, by partition. */
export async function endOffsets(kafka: Kafka, topic: string): Promise<Map<number, number>> {
  const offsets = await withAdmin(kafka, (admin) => admin.fetchTopicOffsets(topic));
  return new Map(offsets.map(({ partition, high }) => [partition, Number(high)]));
}
