/** Entry module of the thread that holds all SQLite stores written to during requests. */
import { join } from 'node:path';
import { masterKey } from '#platform/crypto/key-wrapping.ts';
import { EventLog } from '#platform/sqlite/events/event-log.ts';
import { COMMITTED, EVENT_LOG_PORT, QUEUE_PROGRESS_PORT } from '#platform/sqlite/log-thread-names.ts';
import { SqliteOperations } from '#platform/sqlite/operations/operational-stores.ts';
import { QueueProgress } from '#platform/sqlite/queue/queue-progress.ts';
import { SqliteKeyVault } from '#platform/sqlite/vault/key-vault.ts';
import { SqliteViews } from '#platform/sqlite/views/views.ts';
import { serveThread } from '#platform/threads/serve.ts';
import { STORE_PORTS } from './thread-ports.ts';

export interface StoreThreadOptions {
  /** The data folder; must exist and be locked. */
  folder: string;
  masterKey: Uint8Array;
  previousMasterKey: Uint8Array | null;
}

await serveThread<StoreThreadOptions>(({ folder, ...keys }, notify) => {
  const vault = new SqliteKeyVault({
    path: join(folder, 'vault.db'),
    master: masterKey(keys.masterKey),
    previousMaster: keys.previousMasterKey && masterKey(keys.previousMasterKey),
  });
  const events = new EventLog({
    path: join(folder, 'events.db'),
    onCommitted: (head) => notify(COMMITTED, head),
  });
  const queue = new QueueProgress(join(folder, 'queue.db'));
  const operations = new SqliteOperations({ path: join(folder, 'operations.db') });
  const views = new SqliteViews({ path: join(folder, 'views.db') });
  return {
    ports: {
      [EVENT_LOG_PORT]: events,
      [QUEUE_PROGRESS_PORT]: queue,
      [STORE_PORTS.vault]: vault,
      [STORE_PORTS.idempotency]: operations.idempotency,
      [STORE_PORTS.admission]: operations.admission,
      [STORE_PORTS.uniqueValues]: operations.uniqueValues,
      [STORE_PORTS.values]: operations.values,
      [STORE_PORTS.operations]: operations,
      [STORE_PORTS.views]: views,
    },
    async close() {
      views.close();
      await operations.close();
      queue.close();
      await vault.close();
      // Last, as everything else can be derived from it.
      events.close();
    },
  };
});
