import { openEmbeddedLog } from '#platform/sqlite/embedded-log.ts';
import { failOn } from '#test/support/fail-on.ts';
import { ManualClock } from '#test/support/manual-clock.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { stageQueueContract } from './stage-queue.ts';

stageQueueContract('embedded (SQLite)', async () => {
  const folder = await temporaryFolder();
  const clock = new ManualClock();
  const open = () => openEmbeddedLog({ folder: folder.path, clock, timers: clock, onLost: failOn, onError: () => {} });
  let log = await open();
  return {
    store: log.events,
    queue: log.queue,
    clock,
    async crash() {
      // Once the thread is closed, the old consumers can't write to a file any more.
      await log.thread.close();
      log = await open();
      return { store: log.events, queue: log.queue };
    },
    async cleanup() {
      await log.close();
      await folder.remove();
    },
  };
});
