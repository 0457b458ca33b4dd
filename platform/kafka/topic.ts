/** The topic of a stage. */
import type { Admin, Kafka } from 'kafkajs';
import { pause, systemTimers } from '#common/time.ts';
import { withAdmin } from './client.ts';
import { TopicError } from './errors.ts';

export interface TopicSettings {
  /** Topics and consumer groups are called this, a dot, and the stage. */
  prefix: string;
  /** Of topics that are made; those that exist keep theirs. */
  partitions: number;
  /** Of topics that are made; -1: what the broker does by default. */
  replicationFactor: number;
}

/** Kafka's number for a resource that is a topic; kafkajs's own name for it can't be imported from an ES module. */
const TOPIC = 2;
const RETENTION = 'retention.ms';
const FOR_EVER = '-1';
export const DEFAULT_PREFIX = 'evidence';
/** How long a new topic's partitions may take to have leaders that know it. */
const LEADERS_WITHIN_MS = 10_000;
const LEADERS_PAUSE_MS = 20;
const CONFIGURATION = [
  // What is old may still have to be handled.
  { name: RETENTION, value: FOR_EVER },
  // The broker unpacks what others wrote: kafkajs would stop at the first batch in a compression that it does not know.
  { name: 'compression.type', value: 'uncompressed' },
];

/** Several services can share brokers, each with a prefix of its own. Also the name of the consumer group. */
export function topicOf(stage: string, prefix = DEFAULT_PREFIX): string {
  return `${prefix}.${stage}`;
}

/**
 * Makes the topic unless it exists. Nothing is dropped from it by age: what is old may still have to be handled. Of one
 * that exists and does drop, `onTrouble` is told.
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

/** Throws TopicError `topic_forgets`, or what asking throws: not everybody may ask. */
async function checkRetention(admin: Admin, topic: string): Promise<void> {
  const { resources } = await admin.describeConfigs({
    includeSynonyms: false,
    resources: [{ type: TOPIC, name: topic, configNames: [RETENTION] }],
  });
  const value = resources[0]?.configEntries[0]?.configValue;
  if (value !== FOR_EVER)
    throw new TopicError('topic_forgets', `topic ${topic} has ${RETENTION}=${value}, not ${FOR_EVER}`);
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
    await pause(systemTimers, LEADERS_PAUSE_MS, deadline);
  }
}

/** The offset that the next message of each partition will have, by partition. */
export async function endOffsets(kafka: Kafka, topic: string): Promise<Map<number, number>> {
  const offsets = await withAdmin(kafka, (admin) => admin.fetchTopicOffsets(topic));
  return new Map(offsets.map(({ partition, high }) => [partition, Number(high)]));
}
