/**
 * Entry module of the thread that reads results. It has connections of its own: a reader of a write-ahead log waits for
 * no writer, so that reads go on beside appends and projections. Claims of results that others have folded are written
 * down here too.
 */
import { join } from 'node:path';
import { createSealer } from '#platform/security/envelope.ts';
import { masterKey } from '#platform/security/key-wrapping.ts';
import { SqliteKeyReader } from '#platform/sqlite/key-reader.ts';
import { openReadStore } from '#platform/sqlite/read-store.ts';
import { handOver, serveThread } from '#platform/worker/serve.ts';
import { createResultReader, type ResultReader } from '#query-api/result-reader.ts';
import { type ClaimWriter, createClaimWriter } from '#streams/claim-writer.ts';
import type { StoreThreadOptions } from './store-thread.ts';
import { READER_PORTS } from './thread-ports.ts';

/** The operating system caches the file as well. */
const CACHE_KIB = 1_024;

await serveThread<StoreThreadOptions>((options) => {
  // The store thread makes the files, at the same time as this one starts.
  let opened: ReturnType<typeof open> | null = null;
  const results: ResultReader = {
    async read(...request) {
      opened ??= open(options);
      const pieces = await opened.results.read(...request);
      return Array.isArray(pieces) ? handOver(pieces) : pieces;
    },
  };
  const written = createClaimWriter(createSealer());
  const claims: ClaimWriter = { write: async (...request) => handOver(await written.write(...request)) };
  return {
    ports: { [READER_PORTS.results]: results, [READER_PORTS.claims]: claims },
    close: () => opened?.close(),
  };
});

function open({ folder, ...keys }: StoreThreadOptions) {
  const known = [keys.masterKey, keys.previousMasterKey].filter((key) => key !== null).map(masterKey);
  // First, as it can fail, and would leave the other one open.
  const vault = new SqliteKeyReader(join(folder, 'vault.db'), known);
  const readStore = openReadStore({ path: join(folder, 'views.db'), cacheKib: CACHE_KIB });
  return {
    results: createResultReader({ readStore, vault, sealer: createSealer() }),
    async close() {
      vault.close();
      await readStore.close();
    },
  };
}
