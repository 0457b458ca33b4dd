/** All stores of one MongoDB database over one connection. */
import type { BlobStore } from '#contracts/ports/blob-store.ts';
import type { Clock } from '#contracts/ports/clock.ts';
import type { EvidenceLibrary } from '#contracts/ports/evidence-library.ts';
import type { KeyVault } from '#contracts/ports/key-vault.ts';
import type { OperationalStores } from '#contracts/ports/operational-stores.ts';
import type { ReadStore } from '#contracts/ports/read-store.ts';
import type { MasterKey } from '../crypto/key-wrapping.ts';
import { MongoBlobStore } from './blobs/blob-store.ts';
import { connect } from './connection.ts';
import { translatingFailures, withoutText } from './failures.ts';
import { MongoEvidenceLibrary } from './library/evidence-library.ts';
import { openMongoOperations } from './operations/operational-stores.ts';
import { MongoKeyVault, vaultFailure } from './vault/key-vault.ts';
import { MongoReadStore } from './views/read-store.ts';

export interface MongoStoresOptions {
  url: string;
  /** Defaults to the database that the URL names, else to `evidence`. */
  database?: string;
  /** PEM: an authority trusted in addition to Node's. */
  authority?: string;
  master: MasterKey;
  /** The previous master key, needed while rotating to `master`. */
  previousMaster?: MasterKey | null;
  clock: Clock;
  /** Called when the server stops responding; calls fail independently of this. */
  onError?: (error: unknown) => void;
}

export interface MongoStores {
  views: ReadStore;
  operations: OperationalStores;
  vault: KeyVault;
  library: EvidenceLibrary;
  blobs: BlobStore;
  /** Closes the stores and the connection. */
  close(): Promise<void>;
}

/**
 * Connects, checks the master key and creates indexes. Throws KeyVaultError `wrong_master_key`, and MongoStoreError
 * `unavailable` within seconds when no server responds. Methods of the stores throw the errors of their ports, and
 * MongoStoreError.
 */
export async function openMongoStores(options: MongoStoresOptions): Promise<MongoStores> {
  const { client, database } = await failingClearly(connect(options.url, options.database, options.authority));
  const { onError, clock } = options;
  if (onError) client.on('serverHeartbeatFailed', ({ failure }) => onError(withoutText(failure)));
  try {
    const library = new MongoEvidenceLibrary(database, clock);
    const blobs = new MongoBlobStore(database, clock);
    const vault = await failingClearly(MongoKeyVault.open(database, options));
    const operations = await failingClearly(openMongoOperations(database));
    for (const store of [library, blobs]) await failingClearly(store.prepare());
    return {
      views: translatingFailures(new MongoReadStore(database), withoutText),
      operations,
      vault: translatingFailures(vault, (error) => vaultFailure(withoutText(error))),
      library: translatingFailures(library, withoutText),
      blobs: translatingFailures(blobs, withoutText),
      async close() {
        await blobs.close();
        await client.close();
      },
    };
  } catch (error) {
    await client.close();
    throw error;
  }
}

async function failingClearly<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw withoutText(error);
  }
}
