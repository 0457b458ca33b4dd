/** The topic of a stage. */
import type { Admin, Kafka } from 'kafkajs';
import { pause, systemTimers } from '#common/time.ts';
import { withAdmin } from './client.ts';
import { TopicError } from './errors.ts';

export interface TopicSettings {
  /** Topics and consumer groups are named by this prefix, a dot, and the stage. */
  prefix: string;
  /** Partitions of new topics; existing ones keep theirs. */
  partitions: number;
  /** Replication of new topics; -1: the broker's default. */
  replicationFactor: number;
}

/** Kafka's number of the resource type "topic"; kafkajs's constant cannot be imported from an ES module. */
const TOPIC = 2;
const RETENTION = 'retention.ms';
const FOR_EVER = '-1';
export const DEFAULT_PREFIX = 'evidence';
/** How long a new topic's partitions may take to get leaders. */
const LEADERS_WITHIN_MS = 10_000;
const LEADERS_PAUSE_MS = 20;
const CONFIGURATION = [
  // Old messages may still have to be handled.
  { name: RETENTION, value: FOR_EVER },
  // The broker decompresses foreign messages: kafkajs would stop at the first batch with an unknown compression.
  { name: 'compression.type', value: 'uncompressed' },
];

/** The name of a topic and its consumer group. Several services can share brokers, each with its own prefix. */
export function topicOf(stage: string, prefix = DEFAULT_PREFIX): string {
  return `${prefix}.${stage}`;
}

/**
 * Creates the topic unless it exists. It deletes nothing by age, as old messages may still have to be handled.
 * `onTrouble` receives an error if an existing topic does.
 */
export async function ensureTopic(
  kafka: Kafka,
  topic: string,
  settings: TopicSettings,
  onTrouble: (error: unknown) => void = () => {},
): Promise<void> {
  await withAdmin(kafka, async (admin) => {
    if ((await admin.listTopics()).includes(topic)) return checkRetention(admin, topic).catch(onTrouble);
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

/** Throws TopicError `topic_forgets`, or the error of the request, which not every account may make. */
async function checkRetention(admin: Admin, topic: string): Promise<void> {
  const { resources } = await admin.describeConfigs({
    includeSynonyms: false,
    resources: [{ type: TOPIC, name: topic, configNames: [RETENTION] }],
  });
  const value = resources[0]?.configEntries[0]?.configValue;
  if (value !== FOR_EVER)
    throw new TopicError('topic_forgets', `topic ${topic} has ${RETENTION}=${value}, not ${FOR_EVER}`);
}

/** A broker may not know a topic yet that it has just created, which kafkajs's own waiting treats as an error. */
async function untilServed(admin: Admin, topic: string): Promise<void> {
  const deadline = AbortSignal.timeout(LEADERS_WITHIN_MS);
  for (;;) {
    try {
      await admin.fetchTopicOffsets(topic);
      return;
    } catch (error) {
      if (deadline.aborted) throw error;
    }
    await pause(systemTimers, LEADERS_PAUSE_MS, deadline);
  }
}

/** The offset of the next message, by partition. */
export async function endOffsets(kafka: Kafka, topic: string): Promise<Map<number, number>> {
  const offsets = await withAdmin(kafka, (admin) => admin.fetchTopicOffsets(topic));
  return new Map(offsets.map(({ partition, high }) => [partition, Number(high)]));
}
