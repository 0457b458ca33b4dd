/** A database of MongoDB that a deployment is moved into or out of, while no process of the service works on it. */
import type { Collection, Db } from 'mongodb';
import type { MovedTables } from '#contracts/ports/moved-table.ts';
import type { MasterKey } from '../../crypto/key-wrapping.ts';
import { movedBlobs } from '../../moved-blobs.ts';
import { MongoBlobStore } from '../blobs/blob-store.ts';
import { connect } from '../connection.ts';
import { translatingFailures, withoutText } from '../failures.ts';
import { movedCosts } from './costs.ts';
import { failingClearly } from './documents.ts';
import { movedLibrary } from './library.ts';
import { movedOperations } from './operations.ts';
import { movedVault } from './vault.ts';

export interface MovedDatabaseOptions {
  url: string;
  authority?: string;
  master: MasterKey;
  previousMaster: MasterKey | null;
}

export interface MovedDatabase {
  tables: MovedTables;
  /** Whether it holds anything at all. */
  isEmpty(): Promise<boolean>;
  /** Whether a process of the service holds a lease, and so works on it. */
  isInUse(now: number): Promise<boolean>;
  /** Removes a server value. */
  removeValue(key: string): Promise<void>;
  close(): Promise<void>;
}

/** Throws MongoStoreError, and KeyVaultError `wrong_master_key`. `tables` are opened by their first use. */
export async function openMovedDatabase(options: MovedDatabaseOptions): Promise<MovedDatabase> {
  const { client, database } = await connect(options.url, undefined, options.authority).catch((error: unknown) => {
    throw withoutText(error);
  });
  return translatingFailures(
    {
      tables: tablesOf(database, options),
      async isEmpty() {
        const collections = await database.listCollections({}, { nameOnly: true }).toArray();
        for (const { name } of collections.filter((each) => !each.name.startsWith('system.'))) {
          if ((await database.collection(name).findOne({})) !== null) return false;
        }
        return true;
      },
      async isInUse(now: number) {
        const leases: Collection<{ _id: string; expires_at: Date }> = database.collection('leases');
        return (await leases.findOne({ expires_at: { $gt: new Date(now) } })) !== null;
      },
      async removeValue(key: string) {
        await database.collection<{ _id: string }>('small_values').deleteOne({ _id: key });
      },
      close: () => client.close(),
    },
    withoutText,
  );
}

function tablesOf(database: Db, { master, previousMaster }: MovedDatabaseOptions): MovedTables {
  const known = previousMaster === null ? [master] : [master, previousMaster];
  let library: ReturnType<typeof movedLibrary> | null = null;
  const opened = () => {
    library ??= movedLibrary(database);
    return library;
  };
  const vault = movedVault({ database, master, known });
  const operations = movedOperations(database);
  return {
    secrets: failingClearly(vault.secrets),
    data_keys: failingClearly(vault.data_keys),
    destroyed_keys: failingClearly(vault.destroyed_keys),
    idempotency: failingClearly(operations.idempotency),
    quotas: failingClearly(operations.quotas),
    costs: failingClearly(movedCosts(database)),
    unique_values: failingClearly(operations.unique_values),
    values: failingClearly(operations.values),
    blobs: failingClearly(movedBlobs(new MongoBlobStore(database, Date))),
    library: failingClearly({
      async *rows() {
        yield* (await opened()).rows();
      },
      put: async (rows) => (await opened()).put(rows),
    }),
  };
}
