/** A member of a consumer group while a fetch is waiting for messages, which may take long. */
import { after, before, describe, it } from 'node:test';
import { kafkaClient } from '#platform/kafka/client.ts';
import { GroupMember } from '#platform/kafka/group-member.ts';
import { ensureTopic } from '#platform/kafka/topic.ts';
import { unique } from '#test/support/events.ts';
import { eventually } from '#test/support/eventually.ts';
import { kafkaServer, reportKafka, unlessMissing } from '#test/support/servers/kafka.ts';

/** So long that the share of it for a fetch exceeds the member's own limit. */
const SESSION_TIMEOUT_MS = 30_000;
/** Far longer than the member's fetches wait, far shorter than kafkajs's default. */
const SOON_MS = 2_000;
const server = await kafkaServer({ own: true });

before((context) => reportKafka(context as Parameters<typeof reportKafka>[0], server));

describe('a group member', { ...unlessMissing(server), timeout: 60_000 }, () => {
  if ('reason' in server) return;
  after(() => server.stop());

  it('reads a resumed partition without waiting for an empty fetch', async () => {
    const kafka = kafkaClient({ brokers: server.brokers, ssl: false, sasl: undefined, clientId: 'test' });
    const topic = unique('topic');
    await ensureTopic(kafka, topic, { prefix: '', partitions: 2, replicationFactor: 1 });
    const producer = kafka.producer();
    await producer.connect();
    let assigned = 0;
    const read: string[] = [];
    const member = new GroupMember({
      kafka,
      groupId: topic,
      topic,
      instance: 'one',
      sessionTimeoutMs: SESSION_TIMEOUT_MS,
      lowPriority: false,
      onAssigned: (partitions) => {
        assigned = partitions.length;
        member.hold(0);
      },
      onMessages: (partition, messages) => read.push(...messages.map(() => `partition ${partition}`)),
      onError: () => {},
    });
    await eventually('both partitions', () => assigned === 2);
    await producer.send({ topic, messages: [{ partition: 1, value: 'first' }] });
    await eventually('what is not held', () => read.length === 1);
    await producer.send({ topic, messages: [{ partition: 0, value: 'second' }] });
    // A fetch that does not include the partition is pending by now.
    member.fetch(0, 0);
    await eventually('what is taken up again', () => read.includes('partition 0'), SOON_MS);
    await member.stop();
    await producer.disconnect();
  });
});
