import assert from 'node:assert/strict';
import { openEmbeddedLog } from '#platform/sqlite/embedded-log.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { eventStoreContract } from './event-store.ts';

eventStoreContract(
  'embedded (SQLite)',
  async () => {
    const folder = await temporaryFolder();
    const open = () => openEmbeddedLog({ folder: folder.path, onLost: assert.fail });
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
