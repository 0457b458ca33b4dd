/** A member of a consumer group, on a broker that stays up. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Consumer, type ConsumerConfig, Kafka, type KafkaConfig, logLevel } from 'kafkajs';
import { GroupMember } from '#platform/kafka/group-member.ts';
import { ensureTopic } from '#platform/kafka/topic.ts';
import { unique } from '#test/support/events.ts';
import { eventually } from '#test/support/eventually.ts';
import { failOn } from '#test/support/fail-on.ts';
import { kafkaServer, reportKafka, unlessMissing } from '#test/support/servers/kafka.ts';
import { SESSION_TIMEOUT_MS } from '#test/support/servers/kafka-processes.ts';

const server = await kafkaServer();

/** Has the first `times` commits of its consumers refused. */
class RefusingKafka extends Kafka {
  commits = 0;
  readonly #times: number;

  constructor(options: KafkaConfig, times: number) {
    super(options);
    this.#times = times;
  }

  override consumer(options: ConsumerConfig): Consumer {
    const consumer = super.consumer(options);
    const { commitOffsets } = consumer;
    consumer.commitOffsets = async (offsets) => {
      if (++this.commits <= this.#times) throw new Error('the group is being rebuilt');
      return commitOffsets(offsets);
    };
    return consumer;
  }
}

before((context) => reportKafka(context as Parameters<typeof reportKafka>[0], server));

describe('a group member', { ...unlessMissing(server), timeout: 60_000 }, () => {
  if ('reason' in server) return;
  const kafka = new RefusingKafka({ brokers: server.brokers, clientId: 'test', logLevel: logLevel.NOTHING }, 2);
  after(() => server.stop());

  it('commits again what could not be committed', async (context) => {
    const topic = unique('members');
    await ensureTopic(kafka, topic, { prefix: 'members', partitions: 2, replicationFactor: -1 });
    const assigned = Promise.withResolvers<void>();
    const member = new GroupMember({
      kafka,
      groupId: topic,
      topic,
      instance: 'one',
      sessionTimeoutMs: SESSION_TIMEOUT_MS,
      unhurried: false,
      onAssigned: () => assigned.resolve(),
      onMessages: () => {},
      onError: failOn,
    });
    context.after(() => member.stop());
    await assigned.promise;
    member.commit(0, 3);
    await eventually('a refusal', () => kafka.commits >= 1);
    member.commit(1, 5);
    await eventually('both committed', async () => (await committed(topic)).join() === '3,5');
    assert.ok(kafka.commits >= 3);
  });

  async function committed(topic: string): Promise<number[]> {
    const admin = kafka.admin();
    await admin.connect();
    const [offsets] = await admin.fetchOffsets({ groupId: topic, topics: [topic] }).finally(() => admin.disconnect());
    return offsets!.partitions.toSorted((a, b) => a.partition - b.partition).map(({ offset }) => Number(offset));
  }
});
