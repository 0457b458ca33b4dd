/** Stores that several processes of the service share inside the test's process: SQLite's, and the event store to test. */
import { join } from 'node:path';
import type { Stores } from '#apps/parts/stores.ts';
import { systemClock, systemTimers } from '#contracts/ports/clock.ts';
import type { EventStore } from '#contracts/ports/event-store.ts';
import { openEmbeddedLog } from '#platform/sqlite/embedded-log.ts';
import { QUEUE_PROGRESS_PORT } from '#platform/sqlite/log-thread-names.ts';
import type { QueueProgress } from '#platform/sqlite/queue-progress.ts';
import { openReadStore } from '#platform/sqlite/read-store.ts';
import { createSqliteStageQueue } from '#platform/sqlite/stage-queue.ts';
import { openStores } from '#test/contract/embedded-stores.ts';
import { failOn } from '#test/support/fail-on.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

/** Over SQLite's own event store unless another is given, which is closed with the rest. */
export async function openSharedStores(given: EventStore | null): Promise<Stores> {
  const folder = await temporaryFolder();
  const log = await openEmbeddedLog({ folder: folder.path, onLost: failOn, onError: failOn });
  const events = given ?? log.events;
  const queue = createSqliteStageQueue({
    events,
    progress: log.thread.port<QueueProgress>(QUEUE_PROGRESS_PORT),
    clock: systemClock,
    timers: systemTimers,
    // What a queue over a server gets over by itself.
    onError() {},
  });
  const views = openReadStore({ path: join(folder.path, 'views.db') });
  const others = await openStores(folder.path);
  return {
    ...others,
    clock: systemClock,
    events,
    queue,
    views,
    async close() {
      await queue.close();
      await given?.close();
      await log.close();
      await views.close();
      await others.close();
      await folder.remove();
    },
  };
}
