import { join } from 'node:path';
import { countingHere } from '#platform/sqlite/operations/counting-here.ts';
import { SqliteOperationalStore } from '#platform/sqlite/operations/operational-store.ts';
import { operationalStoreContract } from './operational-store.ts';
import { folderPlace } from './place.ts';

const openIn = (folder: string) => new SqliteOperationalStore({ path: join(folder, 'ops.db') });

operationalStoreContract('SQLite', () => folderPlace(openIn));
operationalStoreContract('SQLite, counting where the requests are', () =>
  folderPlace((folder) => countingHere(openIn(folder))),
);
