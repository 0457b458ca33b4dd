/** SQLite stores that several simulated processes of the service share, with an exchangeable event store. */
import { join } from 'node:path';
import type { Stores } from '#apps/parts/stores.ts';
import { systemClock, systemTimers } from '#common/time.ts';
import type { EventStore } from '#contracts/ports/event-store.ts';
import { openEmbeddedLog } from '#platform/sqlite/embedded-log.ts';
import { QUEUE_PROGRESS_PORT } from '#platform/sqlite/log-thread-names.ts';
import type { QueueProgress } from '#platform/sqlite/queue/queue-progress.ts';
import { createSqliteStageQueue } from '#platform/sqlite/queue/stage-queue.ts';
import { openReadStore } from '#platform/sqlite/views/read-store.ts';
import { createRoots } from '#streams/roots.ts';
import { openStores } from '#test/contract/embedded-stores.ts';
import { failOn } from '#test/support/fail-on.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

/** Uses SQLite's event store if `given` is null. A given one is closed together with the other stores. */
export async function openSharedStores(given: EventStore | null): Promise<Stores> {
  const folder = await temporaryFolder();
  const log = await openEmbeddedLog({ folder: folder.path, onLost: failOn, onError: failOn });
  const events = given ?? log.events;
  const queue = createSqliteStageQueue({
    events,
    progress: log.thread.port<QueueProgress>(QUEUE_PROGRESS_PORT),
    clock: systemClock,
    timers: systemTimers,
    // A queue on a server recovers from such errors by itself.
    onError() {},
  });
  const views = openReadStore({ path: join(folder.path, 'views.db') });
  const others = await openStores(folder.path);
  return {
    ...others,
    roots: createRoots({ events, operations: others.operations }),
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
