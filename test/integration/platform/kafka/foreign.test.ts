/** Messages in a stage's topic that its relay did not write: copies, forgeries, garbage. */
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { zstdCompressSync } from 'node:zlib';
import kafkajs, { CompressionTypes, Kafka, logLevel, type Producer } from 'kafkajs';
import type { StageConsumer } from '#contracts/ports/stage-queue.ts';
import { ForeignMessagesError } from '#platform/kafka/foreign-messages.ts';
import { topicOf } from '#platform/kafka/topic.ts';
import { eventually } from '#test/support/eventually.ts';
import { kafkaServer, reportKafka, unlessMissing } from '#test/support/servers/kafka.ts';
import {
  type KafkaProcess,
  type KafkaProcesses,
  kafkaProcesses,
  RecordedStage,
} from '#test/support/servers/kafka-processes.ts';
import { readTopic } from '#test/support/servers/kafka-topics.ts';

const PARTITIONS = 4;
const server = await kafkaServer({ own: true });

before((context) => reportKafka(context as Parameters<typeof reportKafka>[0], server));

describe('foreign messages in a topic', { ...unlessMissing(server), timeout: 120_000 }, () => {
  if ('reason' in server) return;
  const { brokers } = server;
  const kafka = new Kafka({ brokers, clientId: 'test', logLevel: logLevel.NOTHING });
  let processes: KafkaProcesses;
  let producer: Producer;
  before(async () => {
    processes = await kafkaProcesses(brokers);
    producer = kafka.producer();
    await producer.connect();
  });
  after(async () => {
    await producer.disconnect();
    await processes.end();
    await server.stop();
  });

  let stage: RecordedStage;
  let one: KafkaProcess;
  let consumer: StageConsumer;
  beforeEach(async () => {
    stage = new RecordedStage(processes.events);
    one = processes.start('one');
    consumer = await one.queue.consume(stage.subscription());
    await stage.publishMany(20, 10);
    await allHandled();
  });
  afterEach(() => consumer.stop());

  it('are skipped and reported', async () => {
    const garbage = [
      Buffer.from([0xff, 0x00]),
      Buffer.from('{"stage":'),
      Buffer.from('[]'),
      Buffer.alloc(900_000),
      null,
    ];
    await toEveryPartition(garbage.map((value) => ({ value })));
    await goesOn();
    await eventually('the reports', () => foreign() === PARTITIONS * garbage.length);
    assert.ok(one.errors.every((error) => error instanceof ForeignMessagesError));
  });

  it('hide no later message, whatever position they claim', async () => {
    const [written] = await readTopic(kafka, topicOf(stage.name));
    const fields = JSON.parse(String(written!.value));
    const ahead = Buffer.from(JSON.stringify({ ...fields, position: '~' }));
    await toEveryPartition([{ value: ahead }, { value: ahead, headers: written!.headers }]);
    await goesOn();
    assert.equal(foreign(), 2 * PARTITIONS);
    assert.equal(stage.begun.length, stage.published.length);
  });

  it('hide nothing if they are copies in another partition', async () => {
    // Relayed last, so its position is ahead of the other partitions.
    const written = await readTopic(kafka, topicOf(stage.name));
    const last = written.toSorted((a, b) => position(a.value).localeCompare(position(b.value))).at(-1)!;
    const { key, value, headers } = last;
    await toEveryPartition([{ key, value, headers }]);
    await goesOn();
    assert.equal(foreign(), PARTITIONS - 1);
    assert.equal(stage.begun.length, stage.published.length);
  });

  it('are not handled again if they are copies, in any order', async () => {
    const written = await readTopic(kafka, topicOf(stage.name));
    const copies = written
      .toReversed()
      .map(({ key, value, headers, partition }) => ({ key, value, headers, partition }));
    await producer.send({ topic: topicOf(stage.name), messages: copies });
    await goesOn();
    assert.equal(foreign(), 0);
    assert.equal(stage.begun.length, stage.published.length);
  });

  it('with an unknown compression do not block their partition', async () => {
    kafkajs.CompressionCodecs[CompressionTypes.ZSTD] = () => ({
      compress: async ({ buffer }: { buffer: Buffer }) => zstdCompressSync(buffer),
      async decompress() {
        throw new Error('as if it were not known');
      },
    });
    await toEveryPartition([{ value: 'packed' }], CompressionTypes.ZSTD);
    await goesOn();
    assert.equal(foreign(), PARTITIONS);
  });

  it('in a transaction that nobody ends do not block their partition', async () => {
    const endless = kafka.producer({ transactionalId: stage.name, maxInFlightRequests: 1, idempotent: true });
    await endless.connect();
    const transaction = await endless.transaction();
    await toEveryPartition([{ value: 'open' }], CompressionTypes.None, transaction);
    await goesOn();
    await transaction.abort();
    await endless.disconnect();
  });

  it('are those sealed with another secret: relayed again and handled once', async () => {
    await consumer.stop();
    const two = processes.start('two', { secret: async () => Buffer.from('another') });
    consumer = await two.queue.consume(stage.subscription());
    await goesOn();
    const { length } = await readTopic(kafka, topicOf(stage.name));
    assert.equal(length, 20 + stage.published.length);
    assert.equal(stage.begun.length, stage.published.length);
  });

  async function toEveryPartition(
    messages: readonly { key?: Buffer | null; value: Buffer | string | null; headers?: object }[],
    compression = CompressionTypes.None,
    by: Pick<Producer, 'send'> = producer,
  ): Promise<void> {
    for (let partition = 0; partition < PARTITIONS; partition++) {
      const here = messages.map((message) => ({ ...message, headers: { ...message.headers }, partition }));
      await by.send({ topic: topicOf(stage.name), messages: here, compression });
    }
  }

  /** More messages of every key are handled, and the consumer was never restarted. */
  async function goesOn(): Promise<void> {
    await stage.publishMany(40, 40);
    await allHandled();
    assert.deepEqual(stage.dead, []);
    assert.deepEqual(
      one.errors.filter((error) => !(error instanceof ForeignMessagesError)),
      [],
    );
  }

  async function allHandled(): Promise<void> {
    const wanted = stage.published;
    await eventually('everything handled', () => wanted.every((delivery) => stage.handled.includes(delivery)));
    await eventually('nothing pending', async () => (await consumer.pending()) === 0);
  }

  function foreign(): number {
    return one.errors.reduce(
      (sum, error) => sum + (error instanceof ForeignMessagesError ? error.found.messages : 0),
      0,
    );
  }
});

function position(value: Buffer | null): string {
  return JSON.parse(String(value)).position;
}
