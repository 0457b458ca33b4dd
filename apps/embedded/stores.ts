/** The embedded adapters of all ports, opened in one data folder. */
import { systemClock, systemTimers } from '#common/time.ts';
import type { AdmissionStore } from '#contracts/ports/admission.ts';
import type { Clock } from '#contracts/ports/clock.ts';
import type { IdempotencyStore } from '#contracts/ports/idempotency.ts';
import type { KeyVault } from '#contracts/ports/key-vault.ts';
import type { OperationalStores } from '#contracts/ports/operational-stores.ts';
import type { ServerValues } from '#contracts/ports/server-values.ts';
import type { UniqueValues } from '#contracts/ports/unique-values.ts';
import { API_KEY } from '#domain/api-key/decider.ts';
import { ORGANIZATION } from '#domain/organization/decider.ts';
import { FileBlobStore } from '#platform/files/blob-store.ts';
import { cacheStreams } from '#platform/sqlite/events/cached-streams.ts';
import { createSqliteEventStore } from '#platform/sqlite/events/event-store.ts';
import { remoteEvidenceLibrary, type SqliteEvidenceLibrary } from '#platform/sqlite/library/evidence-library.ts';
import { QUEUE_PROGRESS_PORT } from '#platform/sqlite/log-thread-names.ts';
import { withVolatileState } from '#platform/sqlite/operations/embedded-operations.ts';
import type { DurableOperations } from '#platform/sqlite/operations/operational-stores.ts';
import type { QueueProgress } from '#platform/sqlite/queue/queue-progress.ts';
import { createSqliteStageQueue } from '#platform/sqlite/queue/stage-queue.ts';
import { createReadStore } from '#platform/sqlite/views/read-store.ts';
import type { SqliteViews } from '#platform/sqlite/views/views.ts';
import type { HostedThread } from '#platform/threads/rpc.ts';
import type { ClaimWriter } from '#results/claim-writer.ts';
import type { ResultReader } from '#results/reader.ts';
import { createRoots } from '#streams/roots.ts';
import type { DataFolder } from '../data-folder.ts';
import type { Logger } from '../logger.ts';
import type { Stores } from '../parts/stores.ts';
import { LIBRARY_PORT, READER_PORTS, STORE_PORTS } from './thread-ports.ts';
import type { StoreThreads } from './threads.ts';

/** Streams of keys and organizations, which only this process appends to. */
const READ_AT_EVERY_REQUEST = [API_KEY.streamPrefix, ORGANIZATION.streamPrefix];

export interface StoreOptions {
  folder: DataFolder;
  logger: Logger;
  /** Default: the system clock. */
  clock?: Clock;
}

/**
 * The stores over these threads; closing the stores leaves the threads open. Throws the errors of starting the threads.
 */
export async function storesOn(
  threads: StoreThreads,
  { folder, logger, clock = systemClock }: StoreOptions,
): Promise<Stores> {
  const { stores, library, reader } = await threads.started;
  const events = cacheStreams(createSqliteEventStore(stores), READ_AT_EVERY_REQUEST);
  const operations = withVolatileState(durableOperations(stores));
  const roots = createRoots({ events, operations });
  const queue = createSqliteStageQueue({
    events,
    shareOf: roots.of,
    progress: stores.port<QueueProgress>(QUEUE_PROGRESS_PORT),
    clock,
    timers: systemTimers,
    onError: (error) => logger.error({ err: error }, 'the stage queue failed, will be tried again'),
  });
  const blobs = await FileBlobStore.open(folder.file('blobs'));
  return {
    clock,
    events,
    queue,
    blobs,
    views: createReadStore(stores.port<SqliteViews>(STORE_PORTS.views)),
    operations,
    roots,
    vault: stores.port<KeyVault>(STORE_PORTS.vault),
    library: remoteEvidenceLibrary(library.port<SqliteEvidenceLibrary>(LIBRARY_PORT)),
    results: reader.port<ResultReader>(READER_PORTS.results),
    claimWriter: reader.port<ClaimWriter>(READER_PORTS.claims),
    async close() {
      await queue.close();
      await events.close();
      await blobs.close();
    },
  };
}

/** `close` does nothing, as the store thread closes its stores. */
function durableOperations(thread: HostedThread): DurableOperations {
  const upkeep = thread.port<Pick<OperationalStores, 'sweep'>>(STORE_PORTS.operations);
  return {
    idempotency: thread.port<IdempotencyStore>(STORE_PORTS.idempotency),
    admission: thread.port<AdmissionStore>(STORE_PORTS.admission),
    uniqueValues: thread.port<UniqueValues>(STORE_PORTS.uniqueValues),
    values: thread.port<ServerValues>(STORE_PORTS.values),
    sweep: (now) => upkeep.sweep(now),
    close: async () => {},
  };
}
