/** Known problems between Kafka and its consumers, on a broker that stays up. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Kafka, logLevel } from 'kafkajs';
import type { ServerValues } from '#contracts/ports/server-values.ts';
import type { StageConsumer } from '#contracts/ports/stage-queue.ts';
import { ensureTopic, topicOf } from '#platform/kafka/topic.ts';
import { eventually } from '#test/support/eventually.ts';
import { kafkaServer, reportKafka, unlessMissing } from '#test/support/servers/kafka.ts';
import {
  type KafkaProcesses,
  kafkaProcesses,
  RecordedStage,
  SESSION_TIMEOUT_MS,
} from '#test/support/servers/kafka-processes.ts';

const server = await kafkaServer({ own: true });

before((context) => reportKafka(context as Parameters<typeof reportKafka>[0], server));

describe('deliveries over Kafka', { ...unlessMissing(server), timeout: 120_000 }, () => {
  if ('reason' in server) return;
  const { brokers } = server;
  const kafka = new Kafka({ brokers, clientId: 'test', logLevel: logLevel.NOTHING });
  let processes: KafkaProcesses;
  before(async () => {
    processes = await kafkaProcesses(brokers);
  });
  after(async () => {
    await processes.end();
    await server.stop();
  });

  it('stay with a handler that takes longer than a session', async () => {
    const stage = new RecordedStage(processes.events);
    let aborted = false;
    const gate = Promise.withResolvers<void>();
    stage.behaviour = async ({ stream }, { signal }) => {
      if (!stream.endsWith('-slow')) return;
      signal.addEventListener('abort', () => {
        aborted = true;
      });
      await gate.promise;
    };
    const one = await processes.start('one').queue.consume(stage.subscription());
    await stage.publish('slow');
    await eventually('the handler', () => stage.begun.length === 1);
    const members = await memberIds(kafka, stage);
    await sessionsPass(kafka, 3);
    assert.equal(aborted, false);
    // No member has rejoined, as one that missed its heartbeats would have.
    assert.deepEqual(await memberIds(kafka, stage), members);
    // The rest of its partition continues meanwhile, like all others.
    await stage.publishMany(40, 20);
    await eventually('the others', () => stage.handled.length === 40);
    gate.resolve();
    await all(stage, [one]);
    assert.equal(stage.begun.length, 41);
    await one.stop();
  });

  it('are shared by processes that come and go, with nothing lost and keys in order', async () => {
    const stage = new RecordedStage(processes.events);
    const one = processes.start('one');
    const two = processes.start('two');
    const three = processes.start('three');
    const first = await one.queue.consume(stage.subscription());
    await stage.publishMany(50, 10);
    const second = await two.queue.consume(stage.subscription());
    await stage.publishMany(50, 10);
    const third = await three.queue.consume(stage.subscription());
    await stage.publishMany(50, 10);
    await first.stop();
    await stage.publishMany(50, 10);
    await third.stop();
    await stage.publishMany(50, 10);
    await all(stage, [second]);
    assert.deepEqual(stage.dead, []);
    for (let key = 0; key < 10; key++) {
      const own = [...new Set(stage.handled.filter((delivery) => delivery.startsWith(`${stage.name}-key${key}/`)))];
      assert.deepEqual(
        own,
        own.map((_, revision) => `${stage.name}-key${key}/${revision}`),
      );
    }
    await second.stop();
  });

  it('are not lost if two relays believe that they lead', async () => {
    const stage = new RecordedStage(processes.events);
    const leases = { acquire: async () => true, release: async () => {} };
    const one = await processes.start('one', { leases }).queue.consume(stage.subscription());
    const two = await processes.start('two', { leases }).queue.consume(stage.subscription());
    await stage.publishMany(100, 20);
    await all(stage, [one, two]);
    assert.deepEqual(stage.dead, []);
    await one.stop();
    await two.stop();
  });

  it('happen once even if a relay sends messages twice', async () => {
    const stage = new RecordedStage(processes.events);
    const first = await processes.start('one').queue.consume(stage.subscription());
    await stage.publishMany(40, 10);
    await all(stage, [first]);
    await first.stop();
    const key = `stage-queue/${stage.name}/relay`;
    const state = (await processes.operations.values.get(key))!;
    await processes.operations.values.compareAndSet(key, state, JSON.stringify({ ...JSON.parse(state), position: '' }));
    const second = await processes.start('one').queue.consume(stage.subscription());
    await stage.publish('last');
    await all(stage, [second]);
    await eventually('all relayed', async () => (await topicLength(kafka, stage)) === 81);
    assert.equal(stage.begun.length, 41);
    await second.stop();
  });

  it('are neither handled nor committed while progress cannot be stored', async (context) => {
    const stage = new RecordedStage(processes.events);
    let away = true;
    context.after(() => {
      away = false;
    });
    const stored = processes.operations.values;
    const values: ServerValues = {
      get: (key) => stored.get(key),
      async compareAndSet(key, expected, value) {
        if (away && JSON.parse(value).rows?.length > 0) throw new Error('the store is away');
        return stored.compareAndSet(key, expected, value);
      },
    };
    const process = processes.start('one', { values });
    const consumer = await process.queue.consume(stage.subscription());
    // Enough keys for each of the four partitions to have some.
    await stage.publishMany(80, 80);
    await eventually('all taken in', async () => (await consumer.pending()) === 80);
    await eventually('a failure per partition', () => process.errors.length >= 4);
    assert.deepEqual(stage.begun, []);
    // Offsets are committed as often as a session lasts.
    await sessionsPass(kafka, 2);
    assert.deepEqual(await committed(kafka, stage), [-1, -1, -1, -1]);
    away = false;
    await all(stage, [consumer]);
    assert.equal(stage.begun.length, 80);
    await eventually('committed', async () => (await committed(kafka, stage)).reduce((sum, one) => sum + one) === 80);
    await consumer.stop();
  });

  it('are accepted only as far as their progress can be stored', async () => {
    const stage = new RecordedStage(processes.events);
    const gate = Promise.withResolvers<void>();
    stage.behaviour = () => gate.promise;
    const last = await stage.publishMany(900, 900);
    const process = processes.start('one', { topics: { partitions: 1 } });
    const consumer = await process.queue.consume(stage.subscription());
    await eventually('as many as there is room for', async () => (await consumer.pending()) === 300);
    await sessionsPass(kafka, 1);
    assert.equal(await consumer.pending(), 300);
    gate.resolve();
    await all(stage, [consumer]);
    assert.ok((await consumer.position()) >= last);
    assert.equal(stage.handled.length, 900);
    await consumer.stop();
  });

  it('are repeated if their topic lost them, except handled ones', async () => {
    const stage = new RecordedStage(processes.events);
    const first = await processes.start('one').queue.consume(stage.subscription());
    await stage.publishMany(30, 10);
    await all(stage, [first]);
    await first.stop();
    const handledBefore = stage.published;
    const relaying = await processes.start('relaying').queue.consume(
      stage.subscription({
        handle: async (_message, { signal }) => {
          await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
        },
      }),
    );
    await stage.publishMany(20, 10);
    await eventually('all relayed', async () => (await topicLength(kafka, stage)) === 50);
    await relaying.stop();
    const admin = kafka.admin();
    await admin.connect();
    await admin.deleteTopics({ topics: [topicOf(stage.name)] });
    await eventually('no topic', async () => !(await admin.listTopics()).includes(topicOf(stage.name)));
    await admin.disconnect();
    const process = processes.start('one');
    const again = await process.queue.consume(stage.subscription());
    await all(stage, [again]);
    // Messages restored as unfinished may be handled before the relay has checked the topic.
    await eventually('told', () => process.errors.some((error) => codeOf(error) === 'topic_lost_messages'));
    for (const delivery of handledBefore) assert.equal(stage.begun.filter((one) => one === delivery).length, 1);
    await again.stop();
  });

  /** Waits until everything published has been handled. */
  async function all(stage: RecordedStage, consumers: readonly StageConsumer[]): Promise<void> {
    const wanted = stage.published;
    await eventually('everything handled', () => {
      const handled = new Set(stage.handled);
      return wanted.every((delivery) => handled.has(delivery));
    });
    for (const consumer of consumers) {
      await eventually('nothing pending', async () => (await consumer.pending()) === 0);
    }
  }
});

/** Waits until the broker has removed this number of members, one after another, after a session each. */
async function sessionsPass(kafka: Kafka, times: number): Promise<void> {
  for (let n = 0; n < times; n++) await sessionPasses(kafka);
}

async function sessionPasses(kafka: Kafka): Promise<void> {
  const admin = kafka.admin();
  await admin.connect();
  const topic = `watched-${crypto.randomUUID()}`;
  await ensureTopic(kafka, topic, { prefix: 'watched', partitions: 1, replicationFactor: -1 });
  const leave = await becomeSilent(kafka, topic);
  const producer = kafka.producer();
  await producer.connect();
  await producer.send({ topic, messages: [{ value: 'takes for ever' }] });
  await eventually('the silent member is missed', async () => {
    const { groups } = await admin.describeGroups([topic]);
    return groups[0]!.state === 'Empty';
  });
  await leave();
  await producer.disconnect();
  await admin.disconnect();
}

/**
 * A member that handles messages within the batch, unlike ours, and so sends no heartbeats meanwhile. What is returned ends
 * it, as a broker that outlives the test would keep its connection for ever.
 */
async function becomeSilent(kafka: Kafka, groupId: string): Promise<() => Promise<void>> {
  const gate = Promise.withResolvers<void>();
  const consumer = kafka.consumer({
    groupId,
    sessionTimeout: SESSION_TIMEOUT_MS,
    heartbeatInterval: SESSION_TIMEOUT_MS / 5,
  });
  await consumer.connect();
  await consumer.subscribe({ topics: [groupId], fromBeginning: true });
  await consumer.run({ eachMessage: () => gate.promise });
  return async () => {
    gate.resolve();
    await consumer.disconnect();
  };
}

function codeOf(error: Error): unknown {
  return (error as { code?: unknown }).code;
}

async function topicLength(kafka: Kafka, stage: RecordedStage): Promise<number> {
  const admin = kafka.admin();
  await admin.connect();
  const offsets = await admin.fetchTopicOffsets(topicOf(stage.name));
  await admin.disconnect();
  return offsets.reduce((sum, { high, low }) => sum + Number(high) - Number(low), 0);
}

/** Committed offsets of the stage's group by partition; -1 for none. */
async function committed(kafka: Kafka, stage: RecordedStage): Promise<number[]> {
  const admin = kafka.admin();
  await admin.connect();
  const topic = topicOf(stage.name);
  const [offsets] = await admin.fetchOffsets({ groupId: topic, topics: [topic] });
  await admin.disconnect();
  return offsets!.partitions.map(({ offset }) => Number(offset));
}

async function memberIds(kafka: Kafka, stage: RecordedStage): Promise<string[]> {
  const admin = kafka.admin();
  await admin.connect();
  const { groups } = await admin.describeGroups([topicOf(stage.name)]);
  await admin.disconnect();
  return groups[0]!.members.map(({ memberId }) => memberId).toSorted();
}
