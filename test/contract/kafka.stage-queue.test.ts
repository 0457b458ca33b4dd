import { join } from 'node:path';
import { after, before, describe } from 'node:test';
import { systemClock } from '#common/time.ts';
import { createKafkaStageQueue } from '#platform/kafka/stage-queue.ts';
import { openEmbeddedLog } from '#platform/sqlite/embedded-log.ts';
import { withVolatileState } from '#platform/sqlite/operations/embedded-operations.ts';
import { SqliteOperations } from '#platform/sqlite/operations/operational-stores.ts';
import { failOn } from '#test/support/fail-on.ts';
import { Lifeline } from '#test/support/lifeline.ts';
import { ManualClock } from '#test/support/manual-clock.ts';
import { kafkaServer, reportKafka, unlessMissing } from '#test/support/servers/kafka.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { stageQueueContract } from './stage-queue.ts';

const server = await kafkaServer();

/** The broker waits this long for a killed member, and so does the next one that joins. */
const SESSION_TIMEOUT_MS = 1_000;

before((context) => reportKafka(context as Parameters<typeof reportKafka>[0], server));

describe('Kafka', unlessMissing(server), () => {
  if ('reason' in server) return;
  const { brokers } = server;
  after(() => server.stop());

  stageQueueContract('Kafka', async () => {
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
  });
});
