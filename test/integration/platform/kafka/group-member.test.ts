/** A member of a consumer group between two fetches, of which one that waits for messages may take long. */
import { after, before, describe, it } from 'node:test';
import { kafkaClient } from '#platform/kafka/client.ts';
import { GroupMember } from '#platform/kafka/group-member.ts';
import { ensureTopic } from '#platform/kafka/topic.ts';
import { unique } from '#test/support/events.ts';
import { eventually } from '#test/support/eventually.ts';
import { kafkaServer, reportKafka, unlessMissing } from '#test/support/servers/kafka.ts';

/** So long that its share for a fetch is longer than what the member sets. */
const SESSION_TIMEOUT_MS = 30_000;
/** Far more than the member's fetches wait, far less than those of kafkajs do by default. */
const SOON_MS = 2_000;
const server = await kafkaServer();

before((context) => reportKafka(context as Parameters<typeof reportKafka>[0], server));

describe('a group member', { ...unlessMissing(server), timeout: 60_000 }, () => {
  if ('reason' in server) return;
  after(() => server.stop());

  it('reads a partition that is taken up again without waiting out a fetch that finds nothing', async () => {
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
    // A fetch is under way by now that does not ask for it.
    member.fetch(0, 0);
    await eventually('what is taken up again', () => read.includes('partition 0'), SOON_MS);
    await member.stop();
    await producer.disconnect();
  });
});
