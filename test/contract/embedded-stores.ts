/** The embedded stores of one folder, opened in this thread. */
import { join } from 'node:path';
import { masterKey } from '#platform/crypto/key-wrapping.ts';
import { FileBlobStore } from '#platform/files/blob-store.ts';
import { SqliteEvidenceLibrary } from '#platform/sqlite/library/evidence-library.ts';
import { withVolatileState } from '#platform/sqlite/operations/embedded-operations.ts';
import { SqliteOperations } from '#platform/sqlite/operations/operational-stores.ts';
import { SqliteKeyVault } from '#platform/sqlite/vault/key-vault.ts';

/** Without a log. Closing them leaves the folder. */
export async function openStores(folder: string) {
  const vault = new SqliteKeyVault({ path: join(folder, 'vault.db'), master: masterKey(new Uint8Array(32).fill(7)) });
  const operations = withVolatileState(new SqliteOperations({ path: join(folder, 'operations.db') }));
  const library = new SqliteEvidenceLibrary({ path: join(folder, 'library.db') });
  const blobs = await FileBlobStore.open(join(folder, 'blobs'));
  return {
    vault,
    operations,
    library,
    blobs,
    async close() {
      for (const store of [vault, operations, library, blobs]) await store.close();
    },
  };
}
