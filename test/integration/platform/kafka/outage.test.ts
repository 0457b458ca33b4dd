/** A broker is killed and comes back; everything continues without intervention. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { eventually } from '#test/support/eventually.ts';
import { KAFKA_RESTARTS, kafkaServer, reportKafka, unlessMissing } from '#test/support/servers/kafka.ts';
import { type KafkaProcesses, kafkaProcesses, RecordedStage } from '#test/support/servers/kafka-processes.ts';

const server = await kafkaServer({ own: true });
const { skip } = unlessMissing(server);

before((context) => reportKafka(context as Parameters<typeof reportKafka>[0], server));

describe('an outage of Kafka', {
  skip: skip || (!KAFKA_RESTARTS && 'its brokers are not ours'),
  timeout: 120_000,
}, () => {
  if ('reason' in server || !KAFKA_RESTARTS) return;
  let processes: KafkaProcesses;
  before(async () => {
    processes = await kafkaProcesses(server.brokers);
  });
  after(async () => {
    await processes.end();
    await server.stop();
  });

  it('loses nothing and needs no operator, however long it takes', async () => {
    const stage = new RecordedStage(processes.events);
    const gate = Promise.withResolvers<void>();
    stage.behaviour = ({ stream }) => (stream.endsWith('-slow') ? gate.promise : undefined);
    const one = processes.start('one');
    const two = processes.start('two');
    const consumers = [await one.queue.consume(stage.subscription()), await two.queue.consume(stage.subscription())];
    await stage.publish('slow');
    await stage.publishMany(40, 10);
    await eventually('the first', () => stage.handled.length >= 40);
    await server.kill();
    await stage.publishMany(40, 10);
    // In each process a kafkajs consumer has given up, and the relay has failed too.
    await eventually('crashes', () => one.errors.length >= 2 && two.errors.length >= 1);
    // Messages in progress are finished without a broker.
    gate.resolve();
    await eventually('the slow one', () => stage.handled.some((delivery) => delivery.includes('-slow')));
    await server.resume();
    await stage.publishMany(40, 10);
    await eventually('everything', () => stage.published.every((delivery) => stage.handled.includes(delivery)));
    assert.deepEqual(stage.dead, []);
    for (const consumer of consumers) await consumer.stop();
  });

  it('does not prevent stopping or starting again', async () => {
    const stage = new RecordedStage(processes.events);
    const { queue } = processes.start('one');
    const consumer = await queue.consume(stage.subscription());
    await stage.publish('a');
    await eventually('the first', () => stage.handled.length === 1);
    await server.kill();
    await stage.publish('b');
    await consumer.stop();
    await assert.rejects(queue.consume(stage.subscription()));
    await server.resume();
    const next = await queue.consume(stage.subscription());
    await eventually('the second', () => stage.handled.length === 2);
    await next.stop();
  });
});
