/** What operators do to topics, and what is reported about it. */
import assert from 'node:assert/strict';
import { cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { type Admin, Kafka, logLevel } from 'kafkajs';
import { systemClock } from '#common/time.ts';
import type { StageConsumer } from '#contracts/ports/stage-queue.ts';
import { progressKey } from '#platform/kafka/partition-progress.ts';
import { RelayCheckpoint } from '#platform/kafka/relay-state.ts';
import { topicOf } from '#platform/kafka/topic.ts';
import { eventually } from '#test/support/eventually.ts';
import { kafkaServer, reportKafka, unlessMissing } from '#test/support/servers/kafka.ts';
import { type KafkaProcesses, kafkaProcesses, RecordedStage } from '#test/support/servers/kafka-processes.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const server = await kafkaServer({ own: true });

before((context) => reportKafka(context as Parameters<typeof reportKafka>[0], server));

describe('a topic', { ...unlessMissing(server), timeout: 120_000 }, () => {
  if ('reason' in server) return;
  let processes: KafkaProcesses;
  let admin: Admin;
  before(async () => {
    processes = await kafkaProcesses(server.brokers);
    admin = new Kafka({ brokers: server.brokers, clientId: 'operator', logLevel: logLevel.NOTHING }).admin();
    await admin.connect();
  });
  after(async () => {
    await admin.disconnect();
    await processes.end();
  });

  it('reports how far it was filled and how much is unfinished', async () => {
    const stage = new RecordedStage(processes.events);
    const gate = Promise.withResolvers<void>();
    const one = await processes.start('one').queue.consume(stage.subscription());
    const two = await processes.start('two').queue.consume(stage.subscription());
    await stage.publishMany(10, 10);
    await finished(stage);
    stage.behaviour = () => gate.promise;
    const last = await stage.publishMany(20, 20);
    for (const { topic } of [one, two]) {
      assert.equal(topic?.name, topicOf(stage.name));
      await eventually('all relayed', async () => (await topic!.relayed()) >= last);
      await eventually('what waits', async () => (await topic!.backlog()) >= 20);
    }
    gate.resolve();
    await finished(stage);
    for (const { topic } of [one, two]) {
      await eventually('nothing left', async () => (await topic!.backlog()) === 0);
    }
    await stop(one, two);
  });

  it('gets more partitions without consumers: no message is lost or repeated', async () => {
    const stage = new RecordedStage(processes.events);
    const before = await processes.start('one').queue.consume(stage.subscription());
    await stage.publishMany(40, 20);
    await finished(stage);
    await stop(before);
    await stage.publishMany(40, 20);
    const topic = topicOf(stage.name);
    await admin.createPartitions({ topicPartitions: [{ topic, count: 8 }] });
    const [one, two] = await Promise.all([
      processes.start('one').queue.consume(stage.subscription()),
      processes.start('two').queue.consume(stage.subscription()),
    ]);
    await stage.publishMany(80, 40);
    await finished(stage);
    assert.equal(stage.begun.length, stage.published.length);
    const filled = (await admin.fetchTopicOffsets(topic)).filter(({ high }) => high !== '0');
    assert.ok(
      filled.some(({ partition }) => partition >= 4),
      'the new ones are used',
    );
    await stop(one, two);
  });

  it('deleted under running processes is recreated and refilled by the next start', async () => {
    const stage = new RecordedStage(processes.events);
    const running = processes.start('one');
    const first = await running.queue.consume(stage.subscription());
    await stage.publishMany(20, 10);
    await finished(stage);
    await admin.deleteTopics({ topics: [topicOf(stage.name)] });
    await stage.publishMany(20, 10);
    await eventually('it is noticed', () => running.errors.length > 0);
    await first.stop();
    const next = await processes.start('one').queue.consume(stage.subscription());
    await finished(stage);
    assert.equal(stage.begun.length, stage.published.length, 'what was handled before is passed over');
    await next.stop();
  });

  it('with a retention limit is reported at the start', async () => {
    const stage = new RecordedStage(processes.events);
    const topic = topicOf(stage.name);
    const codes = (process: { errors: Error[] }) => process.errors.map((error) => (error as { code?: unknown }).code);
    await admin.createTopics({ topics: [{ topic, configEntries: [{ name: 'retention.ms', value: '3600000' }] }] });
    const forgets = processes.start('one');
    await stop(await forgets.queue.consume(stage.subscription()));
    assert.deepEqual(codes(forgets), ['topic_forgets']);
    const own = new RecordedStage(processes.events);
    const [first, second] = [processes.start('one'), processes.start('two')];
    for (const process of [first, second]) await stop(await process.queue.consume(own.subscription()));
    assert.deepEqual([...codes(first), ...codes(second)], []);
  });

  it('recreated with fewer partitions delivers everything again', async () => {
    const stage = await handledAndDeleted();
    const next = await processes.start('one', { topics: { partitions: 2 } }).queue.consume(stage.subscription());
    await stage.publish('last');
    await finished(stage);
    await eventually('all but the last twice', () => isAgain(stage, 20));
    await stop(next);
  });

  it('recreated is noticed by a process that acquired partitions before', async () => {
    const stage = await handledAndDeleted();
    const { values, leases } = processes.operations;
    const { layout } = (await RelayCheckpoint.load(values, stage.name)).state;
    const progress = () =>
      Promise.all([0, 1].map((partition) => values.get(progressKey(stage.name, layout, partition))));
    const former = await progress();
    // No relay leads, so that the partitions are acquired with the progress of the former topic.
    const lease = `relay:${stage.name}`;
    await eventually('the lease is free', () => leases.acquire(lease, 'test', 60_000, systemClock.now()));
    const next = await processes.start('one', { topics: { partitions: 2 } }).queue.consume(stage.subscription());
    await eventually('acquired', async () => (await progress()).every((value, n) => value !== former[n]));
    await leases.release(lease, 'test');
    await eventually('all of it twice', () => isAgain(stage, 20));
    await stop(next);
  });

  /** A stage that has handled 20 messages, and whose topic is gone since. */
  async function handledAndDeleted(): Promise<RecordedStage> {
    const stage = new RecordedStage(processes.events);
    const first = await processes.start('one').queue.consume(stage.subscription());
    await stage.publishMany(20, 10);
    await finished(stage);
    await stop(first);
    await admin.deleteTopics({ topics: [topicOf(stage.name)] });
    await untilGone(admin, stage);
    return stage;
  }
});

describe('stores restored from a copy', { ...unlessMissing(server), timeout: 120_000 }, () => {
  if ('reason' in server) return;
  const { brokers } = server;
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  const path = (name: string) => join(folder.path, name);
  before(async () => {
    folder = await temporaryFolder();
  });
  after(async () => {
    await folder.remove();
    await server.stop();
  });

  it('continue after topics are deleted, although positions are reused', async () => {
    const stage = await handle(path('one'), 'before', 20);
    await cp(path('one'), path('copy'), { recursive: true });
    await handle(path('one'), 'lost', 30, stage);
    const admin = new Kafka({ brokers, clientId: 'operator', logLevel: logLevel.NOTHING }).admin();
    await admin.connect();
    await admin.deleteTopics({ topics: [topicOf(stage.name)] });
    await untilGone(admin, stage);
    await admin.disconnect();
    const after = await handle(path('copy'), 'after', 20, stage);
    assert.deepEqual(
      after.begun.filter((delivery) => !delivery.includes('-after')),
      [],
      'what was handled before the copy is passed over, and what the log has lost does not come',
    );
  });

  it('continue with progress older than the log, and repeat what follows it', async () => {
    const stage = await handle(path('two'), 'before', 20);
    await cp(path('two/operations.db'), path('operations.db'));
    await handle(path('two'), 'between', 20, stage);
    await cp(path('operations.db'), path('two/operations.db'));
    const after = await handle(path('two'), 'after', 20, stage);
    const again = after.begun.filter((delivery) => !delivery.includes('-after'));
    assert.equal(new Set(again).size, 20);
    assert.ok(again.every((delivery) => delivery.includes('-between')));
  });

  /** A process that handles this number of triggers over the stores of a folder, then ends. */
  async function handle(place: string, key: string, count: number, same?: RecordedStage): Promise<RecordedStage> {
    await mkdir(place, { recursive: true });
    const processes = await kafkaProcesses(brokers, place);
    try {
      const stage = new RecordedStage(processes.events, same);
      const consumer = await processes.start('one').queue.consume(stage.subscription());
      for (let n = 0; n < count; n++) await stage.publish(`${key}${n}`);
      await finished(stage);
      await eventually('nothing pending', async () => (await consumer.pending()) === 0);
      await stop(consumer);
      return stage;
    } finally {
      await processes.end();
    }
  }
});

function untilGone(admin: Admin, stage: RecordedStage): Promise<void> {
  return eventually('no topic', async () => !(await admin.listTopics()).includes(topicOf(stage.name)));
}

/** At least so many deliveries began twice; those read with the former topic's progress, too, begin once more. */
function isAgain(stage: RecordedStage, count: number): boolean {
  const begun = Map.groupBy(stage.begun, (delivery) => delivery);
  return [...begun.values()].filter(({ length }) => length > 1).length >= count;
}

/** Everything published has been handled. */
function finished(stage: RecordedStage): Promise<void> {
  const wanted = stage.published;
  return eventually('everything handled', () => {
    const handled = new Set(stage.handled);
    return wanted.every((delivery) => handled.has(delivery));
  });
}

async function stop(...consumers: readonly StageConsumer[]): Promise<void> {
  await Promise.all(consumers.map((consumer) => consumer.stop()));
}
