/** The topic of a stage. */
import type { Kafka } from 'kafkajs';
import { withAdmin } from './client.ts';

export interface TopicSettings {
  /** Of topics that are made; those that exist keep theirs. */
  partitions: number;
  /** Of topics that are made; -1: what the broker does by default. */
  replicationFactor: number;
}

export function topicOf(stage: string): string {
  return `evidence.${stage}`;
}

/** Makes the topic unless it exists. Nothing is dropped from it by age: what is old may still have to be handled. */
export async function ensureTopic(kafka: Kafka, topic: string, settings: TopicSettings): Promise<void> {
  await withAdmin(kafka, async (admin) => {
    if ((await admin.listTopics()).includes(topic)) return;
    await admin.createTopics({
      waitForLeaders: true,
      topics: [
        {
          topic,
          numPartitions: settings.partitions,
          replicationFactor: settings.replicationFactor,
          configEntries: [{ name: 'retention.ms', value: '-1' }],
        },
      ],
    });
  });
}

/** The offset that the next message of each partition will have, by partition. */
export async function endOffsets(kafka: Kafka, topic: string): Promise<Map<number, number>> {
  const offsets = await withAdmin(kafka, (admin) => admin.fetchTopicOffsets(topic));
  return new Map(offsets.map(({ partition, high }) => [partition, Number(high)]));
}
