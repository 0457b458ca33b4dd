import { join } from 'node:path';
import { withVolatileState } from '#platform/sqlite/operations/embedded-operations.ts';
import { SqliteOperations } from '#platform/sqlite/operations/operational-stores.ts';
import { operationalStoresContract } from './operational-stores.ts';
import { folderPlace } from './storage-location.ts';

operationalStoresContract('SQLite', () =>
  folderPlace((folder) => withVolatileState(new SqliteOperations({ path: join(folder, 'operations.db') }))),
);
