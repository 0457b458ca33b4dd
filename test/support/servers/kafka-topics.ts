/** Everything that stands in a topic, for tests that copy it. */
import type { Kafka, KafkaMessage } from 'kafkajs';

export type WrittenMessage = KafkaMessage & { partition: number };

/** From the beginning to where the topic ended when it was asked for, in no order over partitions. */
export async function readTopic(kafka: Kafka, topic: string): Promise<WrittenMessage[]> {
  const ends = await endsOf(kafka, topic);
  if (ends.size === 0) return [];
  const consumer = kafka.consumer({ groupId: `reader-${crypto.randomUUID()}`, maxWaitTimeInMs: 100 });
  const read: WrittenMessage[] = [];
  const all = Promise.withResolvers<void>();
  consumer.on(consumer.events.CRASH, ({ payload }) => all.reject(payload.error));
  try {
    await consumer.connect();
    await consumer.subscribe({ topics: [topic], fromBeginning: true });
    await consumer.run({
      autoCommit: false,
      async eachMessage({ partition, message }) {
        read.push({ ...message, partition });
        if (Number(message.offset) + 1 >= (ends.get(partition) ?? 0)) ends.delete(partition);
        if (ends.size === 0) all.resolve();
      },
    });
    await all.promise;
  } finally {
    await consumer.disconnect();
  }
  return read;
}

/** By partition; only of those that hold something. */
async function endsOf(kafka: Kafka, topic: string): Promise<Map<number, number>> {
  const admin = kafka.admin();
  await admin.connect();
  try {
    const offsets = await admin.fetchTopicOffsets(topic);
    return new Map(offsets.flatMap(({ partition, high }) => (Number(high) > 0 ? [[partition, Number(high)]] : [])));
  } finally {
    await admin.disconnect();
  }
}
