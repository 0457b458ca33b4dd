/** The files of a data folder that a deployment is moved into or out of, while no service works in it. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { MovedTables } from '#contracts/ports/moved-table.ts';
import type { MasterKey } from '../../crypto/key-wrapping.ts';
import { FileBlobStore } from '../../files/blob-store.ts';
import { movedBlobs } from '../../moved-blobs.ts';
import { openConnection } from '../database.ts';
import { SqliteOperations } from '../operations/operational-stores.ts';
import { QueueProgress } from '../queue/queue-progress.ts';
import { SqliteKeyVault } from '../vault/key-vault.ts';
import { movedCosts } from './costs.ts';
import { movedLibrary } from './library.ts';
import { movedOperations } from './operations.ts';
import { movedVault } from './vault.ts';

export interface MovedFolderOptions {
  folder: string;
  /** Wraps what is put. */
  master: MasterKey;
  /** Another one that may have wrapped what is there. */
  previousMaster: MasterKey | null;
  /** Whose key it is; null if nobody knows. */
  organizationOf(keyId: string): Promise<string | null>;
}

export interface MovedFolder {
  tables: MovedTables;
  /** How far each stage has come: everything up to there is done, or in the positions that are not. */
  stages(): { stage: string; watermark: string; unfinished: string[] }[];
  close(): Promise<void>;
}

/**
 * Opens the files as a start of the service would: brings older ones up to date, makes missing ones, ends erasures that were
 * broken off. Throws KeyVaultError `wrong_master_key`.
 */
export async function openMovedFolder(options: MovedFolderOptions): Promise<MovedFolder> {
  const { folder, master, previousMaster, organizationOf } = options;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = (name: string) => join(folder, name);
  await new SqliteKeyVault({ path: file('vault.db'), master, previousMaster }).close();
  await new SqliteOperations({ path: file('operations.db') }).close();
  new QueueProgress(file('queue.db')).close();
  const vault = openConnection(file('vault.db'));
  vault.exec('PRAGMA secure_delete = ON; PRAGMA temp_store = MEMORY; PRAGMA synchronous = FULL');
  const operations = openConnection(file('operations.db'));
  operations.exec('PRAGMA synchronous = FULL');
  const queue = openConnection(file('queue.db'), { readOnly: true });
  const library = movedLibrary(file('library.db'));
  const blobs = await FileBlobStore.open(file('blobs'));
  return {
    tables: {
      ...movedVault({
        database: vault,
        master,
        known: previousMaster === null ? [master] : [master, previousMaster],
      }),
      ...movedOperations(operations),
      costs: movedCosts(operations, organizationOf),
      blobs: movedBlobs(blobs),
      library,
    },
    stages() {
      const unfinished = queue.prepare('SELECT position FROM deliveries WHERE stage = ? ORDER BY position');
      return queue
        .prepare('SELECT stage, watermark FROM consumers')
        .all()
        .map(({ stage, watermark }) => ({
          stage: String(stage),
          watermark: String(watermark),
          unfinished: unfinished.all(stage as string).map(({ position }) => String(position)),
        }));
    },
    async close() {
      await library.close();
      await blobs.close();
      for (const database of [vault, operations, queue]) database.close();
    },
  };
}
