import { join } from 'node:path';
import { SqliteOperationalStore } from '#platform/sqlite/operational-store.ts';
import { operationalStoreContract } from './operational-store.ts';
import { folderPlace } from './place.ts';

operationalStoreContract('SQLite', () =>
  folderPlace((folder) => new SqliteOperationalStore({ path: join(folder, 'ops.db') })),
);
