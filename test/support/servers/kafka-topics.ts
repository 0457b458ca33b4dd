/** Reads the messages of topics, for tests that copy them, and removes the topics of a test. */
import type { EachMessagePayload, Kafka, KafkaMessage } from 'kafkajs';
import { kafkaClient, withAdmin } from '#platform/kafka/client.ts';

export type WrittenMessage = KafkaMessage & { topic: string; partition: number };

/** All messages from the beginning to the topic's end at the time of the call. Partitions are interleaved. */
export async function readTopic(kafka: Kafka, topic: string): Promise<WrittenMessage[]> {
  const ends = await endsOf(kafka, topic);
  if (ends.size === 0) return [];
  const read: WrittenMessage[] = [];
  const all = Promise.withResolvers<void>();
  const stop = await followTopics(kafka, [topic], (message) => {
    read.push(message);
    if (Number(message.offset) + 1 >= (ends.get(message.partition) ?? 0)) ends.delete(message.partition);
    if (ends.size === 0) all.resolve();
  });
  await all.promise;
  await stop();
  return read;
}

/** Passes all messages from the beginning on, and new ones, to `onMessage` until the returned function is called. */
export async function followTopics(
  kafka: Kafka,
  topics: string[],
  onMessage: (message: WrittenMessage) => void,
): Promise<() => Promise<void>> {
  const consumer = kafka.consumer({ groupId: `reader-${crypto.randomUUID()}`, maxWaitTimeInMs: 100 });
  await consumer.connect();
  await consumer.subscribe({ topics, fromBeginning: true });
  await consumer.run({
    autoCommit: false,
    eachMessage: async ({ topic, partition, message }: EachMessagePayload) =>
      onMessage({ ...message, topic, partition }),
  });
  return () => consumer.disconnect();
}

/** End offsets by partition, without partitions that never had a message. */
async function endsOf(kafka: Kafka, topic: string): Promise<Map<number, number>> {
  const offsets = await withAdmin(kafka, (admin) => admin.fetchTopicOffsets(topic));
  return new Map(offsets.flatMap(({ partition, high }) => (Number(high) > 0 ? [[partition, Number(high)]] : [])));
}

/** Removes the topics of a deployment that is stopped, so that those of a long run don't add up on shared brokers. */
export async function removeTopics(brokers: string[], prefix: string): Promise<void> {
  await withAdmin(kafkaClient({ brokers, ssl: false, sasl: undefined, clientId: 'tests' }), async (admin) => {
    const topics = (await admin.listTopics()).filter((topic) => topic.startsWith(`${prefix}.`));
    if (topics.length > 0) await admin.deleteTopics({ topics });
  });
}
