/**
 * Entry module of the thread that reads results and exports. It has its own connections: readers of a write-ahead log
 * do not wait for writers, so reads run beside appends and projections. It also serializes claims of results that other
 * threads have folded.
 */
import { join } from 'node:path';
import { createSealer } from '#platform/crypto/envelope.ts';
import { masterKey } from '#platform/crypto/key-wrapping.ts';
import { SqliteKeyReader } from '#platform/sqlite/vault/key-reader.ts';
import { openReadStore } from '#platform/sqlite/views/read-store.ts';
import { serveThread, transferring } from '#platform/threads/serve.ts';
import { type ClaimWriter, createClaimWriter } from '#results/claim-writer.ts';
import { type ResultReader, readerOfView } from '#results/reader.ts';
import type { StoreThreadOptions } from './store-thread.ts';
import { READER_PORTS } from './thread-ports.ts';

/** Small, as the operating system caches the file as well. */
const CACHE_KIB = 1_024;

await serveThread<StoreThreadOptions>((options) => {
  // Opened on first use, as the store thread may still be creating the files.
  let stores: ReturnType<typeof open> | null = null;
  const opened = () => {
    stores ??= open(options);
    return stores;
  };
  const results: ResultReader = {
    async begin(request) {
      const begun = await opened().results.begin(request);
      return typeof begun === 'object' && 'pieces' in begun ? transferring(begun, begun.pieces) : begun;
    },
    async next(handle) {
      const piece = await opened().results.next(handle);
      return piece && transferring(piece, [piece]);
    },
    end: (handle) => opened().results.end(handle),
  };
  const written = createClaimWriter(createSealer());
  const claims: ClaimWriter = {
    async write(...request) {
      const bytes = await written.write(...request);
      return transferring(bytes, [bytes]);
    },
  };
  return {
    ports: { [READER_PORTS.results]: results, [READER_PORTS.claims]: claims },
    close: () => stores?.close(),
  };
});

function open({ folder, ...keys }: StoreThreadOptions) {
  const known = [keys.masterKey, keys.previousMasterKey].filter((key) => key !== null).map(masterKey);
  // First, because it may fail, and the other store would then stay open.
  const vault = new SqliteKeyReader(join(folder, 'vault.db'), known);
  const views = openReadStore({ path: join(folder, 'views.db'), cacheKib: CACHE_KIB });
  return {
    results: readerOfView({ views, vault, sealer: createSealer() }),
    async close() {
      vault.close();
      await views.close();
    },
  };
}
