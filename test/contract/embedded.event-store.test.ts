import { openEmbeddedLog } from '#platform/sqlite/embedded-log.ts';
import { failOn } from '#test/support/fail-on.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { eventStoreContract } from './event-store.ts';

eventStoreContract(
  'embedded (SQLite)',
  async () => {
    const folder = await temporaryFolder();
    const open = () => openEmbeddedLog({ folder: folder.path, onLost: failOn, onError: failOn });
    let log = await open();
    return {
      store: log.events,
      async restart() {
        await log.close();
        log = await open();
        return log.events;
      },
      async cleanup() {
        await log.close();
        await folder.remove();
      },
    };
  },
  { restarts: true },
);
