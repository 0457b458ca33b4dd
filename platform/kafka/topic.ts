/** The topic of a stage. */
import type { Admin, Kafka } from 'kafkajs';
import { withAdmin } from './client.ts';
import { pause } from './pause.ts';

export interface TopicSettings {
  /** Topics and consumer groups are called this, a dot, and the stage. */
  prefix: string;
  /** Of topics that are made; those that exist keep theirs. */
  partitions: number;
  /** Of topics that are made; -1: what the broker does by default. */
  replicationFactor: number;
}

export const DEFAULT_PREFIX = 'evidence';
/** How long a new topic's partitions may take to have leaders that know it. */
const LEADERS_WITHIN_MS = 10_000;
const LEADERS_PAUSE_MS = 20;
const CONFIGURATION = [
  // What is old may still have to be handled.
  { name: 'retention.ms', value: '-1' },
  // The broker unpacks what others wrote: kafkajs would stop at the first batch in a compression that it does not know.
  { name: 'compression.type', value: 'uncompressed' },
];

/** Several services can share brokers, each with a prefix of its own. Also the name of the consumer group. */
export function topicOf(stage: string, prefix = DEFAULT_PREFIX): string {
  return `${prefix}.${stage}`;
}

/** Makes the topic unless it exists. */
export async function ensureTopic(kafka: Kafka, topic: string, settings: TopicSettings): Promise<void> {
  await withAdmin(kafka, async (admin) => {
    if ((await admin.listTopics()).includes(topic)) return;
    await admin.createTopics({
      waitForLeaders: false,
      topics: [
        {
          topic,
          numPartitions: settings.partitions,
          replicationFactor: settings.replicationFactor,
          configEntries: CONFIGURATION,
        },
      ],
    });
    await untilServed(admin, topic);
  });
}

/** A broker may not know yet of a topic that it has just made, which kafkajs's own waiting takes for an error. */
async function untilServed(admin: Admin, topic: string): Promise<void> {
  const deadline = AbortSignal.timeout(LEADERS_WITHIN_MS);
  for (;;) {
    try {
      await admin.fetchTopicOffsets(topic);
      return;
    } catch (error) {
      if (deadline.aborted) throw error;
    }
    await pause(LEADERS_PAUSE_MS, deadline);
  }
}

/** The offset that the next message of each partition will have, by partition. */
export async function endOffsets(kafka: Kafka, topic: string): Promise<Map<number, number>> {
  const offsets = await withAdmin(kafka, (admin) => admin.fetchTopicOffsets(topic));
  return new Map(offsets.map(({ partition, high }) => [partition, Number(high)]));
}
