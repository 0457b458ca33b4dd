import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { systemClock } from '#common/time.ts';
import type { StageConsumer } from '#contracts/ports/stage-queue.ts';
import { createKafkaStageQueue } from '#platform/kafka/stage-queue.ts';
import { openEmbeddedLog } from '#platform/sqlite/embedded-log.ts';
import { withVolatileState } from '#platform/sqlite/operations/embedded-operations.ts';
import { SqliteOperations } from '#platform/sqlite/operations/operational-stores.ts';
import { eventually } from '#test/support/eventually.ts';
import { failOn } from '#test/support/fail-on.ts';
import { Lifeline } from '#test/support/lifeline.ts';
import { ManualClock } from '#test/support/manual-clock.ts';
import { kafkaServer, reportKafka, unlessMissing } from '#test/support/servers/kafka.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { stageQueueContract } from './stage-queue.ts';
import { finished, QueueUnderTest, type StageQueueHarness, type StageUnderTest } from './stage-queue-under-test.ts';

const server = await kafkaServer();

/** The broker waits this long for a killed member, and so does the next one that joins. */
const SESSION_TIMEOUT_MS = 1_000;

before((context) => reportKafka(context as Parameters<typeof reportKafka>[0], server));

describe('Kafka', unlessMissing(server), () => {
  if ('reason' in server) return;
  const { brokers } = server;
  after(() => server.stop());

  async function startHarness(): Promise<StageQueueHarness> {
    const folder = await temporaryFolder();
    const clock = new ManualClock();
    const log = await openEmbeddedLog({ folder: folder.path, clock: systemClock, onLost: failOn, onError: () => {} });
    const operations = withVolatileState(new SqliteOperations({ path: join(folder.path, 'operations.db') }));

    function startProcess() {
      const lifeline = new Lifeline();
      const store = lifeline.wrap(log.events);
      const queue = createKafkaStageQueue({
        kafka: {
          brokers,
          ssl: false,
          sasl: undefined,
          clientId: 'contract',
          socketFactory: lifeline.socketFactory,
        },
        events: store,
        values: lifeline.wrap(operations.values),
        leases: lifeline.wrap(operations.leases),
        clock,
        timers: clock,
        instance: 'contract',
        secret: async () => Buffer.from('contract'),
        onError: () => {},
        topics: { partitions: 3 },
        sessionTimeoutMs: SESSION_TIMEOUT_MS,
      });
      return { store, queue, lifeline };
    }

    let running = startProcess();
    return {
      store: running.store,
      queue: running.queue,
      clock,
      async crash() {
        // Finished messages must be recorded as such; a real process killed a moment earlier would get them again.
        await running.lifeline.quiet();
        running.lifeline.cut();
        // Ends its retries. Nothing that it does gets through the cut lifeline.
        void running.queue.close();
        running = startProcess();
        return running;
      },
      async cleanup() {
        await running.queue.close();
        operations.close();
        await log.close();
        await folder.remove();
      },
    };
  }

  stageQueueContract('Kafka', startHarness);

  it('an organization has two deliveries at work over all stages while another has any', async () => {
    const queue = new QueueUnderTest();
    queue.open(await startHarness());
    const gate = Promise.withResolvers<void>();
    try {
      const stages = [queue.stage(), queue.stage()];
      const consumers: StageConsumer[] = [];
      for (const stage of stages) {
        stage.organizationOf = (key) => key.split('-')[0]!;
        stage.behaviour = () => gate.promise;
        consumers.push(await stage.consume({ concurrency: 4, organizationConcurrency: 2 }));
      }
      await stages[0]!.publishAll('single-1');
      await stages[0]!.called(1);
      for (const stage of stages) await stage.publishAll('crowd-1', 'crowd-2', 'crowd-3');
      await eventually('all known', async () => (await pendingOf(consumers)) === 7);
      // Whatever else of the crowd's may begin has begun before this has.
      const last = await stages[1]!.publishAll('single-2');
      await eventually('the other is served', () => keysSeen(stages).includes('single-2'));
      assert.equal(keysSeen(stages).filter((key) => key.startsWith('crowd')).length, 2);
      gate.resolve();
      for (const consumer of consumers) await finished(consumer, last);
      assert.equal(keysSeen(stages).length, 8);
    } finally {
      gate.resolve();
      await queue.cleanup();
    }
  });
});

async function pendingOf(consumers: readonly StageConsumer[]): Promise<number> {
  const pending = await Promise.all(consumers.map((consumer) => consumer.pending()));
  return pending.reduce((sum, each) => sum + each, 0);
}

function keysSeen(stages: readonly StageUnderTest[]): string[] {
  return stages.flatMap(({ seen }) => seen.map(({ key }) => key));
}
