/** The embedded adapters of every port, opened together in one data folder. */
import { existsSync } from 'node:fs';
import { type Clock, systemClock, systemTimers } from '#contracts/ports/clock.ts';
import type { KeyVault } from '#contracts/ports/key-vault.ts';
import type { OperationalStore } from '#contracts/ports/operational-store.ts';
import { apiKeyStream } from '#domain/api-key/decider.ts';
import { organizationStream } from '#domain/organization/decider.ts';
import { FileBlobStore } from '#platform/files/blob-store.ts';
import { masterKeyFromFile } from '#platform/security/master-key.ts';
import { countingHere } from '#platform/sqlite/counting-here.ts';
import { createSqliteEventStore } from '#platform/sqlite/event-store.ts';
import { remoteEvidenceLibrary, type SqliteEvidenceLibrary } from '#platform/sqlite/evidence-library.ts';
import { QUEUE_PROGRESS_PORT } from '#platform/sqlite/log-thread-names.ts';
import type { QueueProgress } from '#platform/sqlite/queue-progress.ts';
import { createReadStore } from '#platform/sqlite/read-store.ts';
import { rememberStreams } from '#platform/sqlite/remembered-streams.ts';
import { createSqliteStageQueue } from '#platform/sqlite/stage-queue.ts';
import type { SqliteViews } from '#platform/sqlite/views.ts';
import { type HostedThread, hostInThread, type ThreadLostError } from '#platform/worker/rpc.ts';
import type { ResultReader } from '#query-api/result-reader.ts';
import type { DataFolder } from '../data-folder.ts';
import type { Logger } from '../logger.ts';
import type { Stores } from '../parts/stores.ts';
import type { StoreThreadOptions } from './store-thread.ts';
import { LIBRARY_PORT, RESULTS_PORT, STORE_PORTS } from './thread-ports.ts';

/** What these threads make lives for one call: a young generation of three semi-spaces of 2 MB is enough for them. */
const RESOURCE_LIMITS = { maxYoungGenerationSizeMb: 6 };

/** Streams of keys and of organizations; this process alone appends to them. */
const READ_AT_EVERY_REQUEST = [apiKeyStream(''), organizationStream('')];

export interface StoreOptions {
  folder: DataFolder;
  masterKey: Uint8Array | undefined;
  previousMasterKey: Uint8Array | undefined;
  logger: Logger;
  /** The system's unless told otherwise. */
  clock?: Clock;
  /** A store thread ended by itself: nothing acknowledged is lost, but the process has to go. */
  onLost(error: ThreadLostError): void;
}

/** Throws MasterKeyError or KeyVaultError `wrong_master_key` when the folder's keys can't be opened. */
export async function openStores({
  folder,
  logger,
  clock = systemClock,
  onLost,
  ...keys
}: StoreOptions): Promise<Stores> {
  // A new master key could never open the keys of a vault that is there already.
  const create = !existsSync(folder.file('vault.db'));
  const masterKey = keys.masterKey ?? masterKeyFromFile(folder.file('master-key'), { create }).bytes;

  const threadOptions: StoreThreadOptions = {
    folder: folder.path,
    masterKey,
    previousMasterKey: keys.previousMasterKey ?? null,
  };
  const opened: Promise<HostedThread>[] = [];
  const opening = (thread: Promise<HostedThread>) => {
    opened.push(thread);
    return thread;
  };
  try {
    const host = (module: string, options: object, name: string) =>
      opening(
        hostInThread(new URL(module, import.meta.url), options, { name, resourceLimits: RESOURCE_LIMITS, onLost }),
      );
    const [stores, library, reader] = await Promise.all([
      host('./store-thread.ts', threadOptions, 'stores'),
      host('./library-thread.ts', { path: folder.file('library.db') }, 'library'),
      host('./reader-thread.ts', threadOptions, 'reader'),
    ]);
    const events = rememberStreams(createSqliteEventStore(stores), READ_AT_EVERY_REQUEST);
    const queue = createSqliteStageQueue({
      events,
      progress: stores.port<QueueProgress>(QUEUE_PROGRESS_PORT),
      clock,
      timers: systemTimers,
      onError: (error) => logger.error({ err: error }, 'stage queue: will be tried again'),
    });
    const blobs = await FileBlobStore.open(folder.file('blobs'));
    return {
      clock,
      events,
      queue,
      blobs,
      views: createReadStore(stores.port<SqliteViews>(STORE_PORTS.views)),
      operations: countingHere(stores.port<OperationalStore>(STORE_PORTS.operations)),
      vault: stores.port<KeyVault>(STORE_PORTS.vault),
      library: remoteEvidenceLibrary(library.port<SqliteEvidenceLibrary>(LIBRARY_PORT)),
      results: reader.port<ResultReader>(RESULTS_PORT),
      async close() {
        await queue.close();
        await events.close();
        await blobs.close();
        await Promise.all([stores.close(), library.close(), reader.close()]);
      },
    };
  } catch (error) {
    // Those too that were still starting when another one failed.
    await Promise.allSettled(opened.map(async (thread) => (await thread).close()));
    throw error;
  }
}
