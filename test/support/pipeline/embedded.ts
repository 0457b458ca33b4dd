/** The pipeline as the embedded service runs it, on an SQLite log and stage queue, with a given engine. */
import { join } from 'node:path';
import { systemClock, systemTimers } from '#common/time.ts';
import type { BlobStore } from '#contracts/ports/blob-store.ts';
import type { VerificationRequestedData } from '#domain/verification/events.ts';
import type { SharedEngine } from '#engine/engine.ts';
import { NO_ANSWER_CACHE } from '#pipeline/consultations/model-answer-cache.ts';
import { createLibrarySource } from '#pipeline/sources/library.ts';
import { type Pipeline, type PipelineDependencies, startPipeline } from '#pipeline/start.ts';
import { createSealer } from '#platform/crypto/envelope.ts';
import { masterKey } from '#platform/crypto/key-wrapping.ts';
import { openEmbeddedLog } from '#platform/sqlite/embedded-log.ts';
import { withVolatileState } from '#platform/sqlite/operations/embedded-operations.ts';
import { SqliteOperations } from '#platform/sqlite/operations/operational-stores.ts';
import { SqliteKeyVault } from '#platform/sqlite/vault/key-vault.ts';
import { cacheVerifications } from '#streams/verification-cache.ts';
import { createVerificationStreams } from '#streams/verification-streams.ts';
import { eventually } from '#test/support/eventually.ts';
import { failOn } from '#test/support/fail-on.ts';
import { eventsOf } from './deliver.ts';
import { documentWork } from './document-work.ts';
import { libraryOf, recorder } from './harness.ts';
import { request } from './request.ts';

const MASTER_KEY = new Uint8Array(32).fill(7);

export interface EmbeddedPipeline extends PipelineDependencies {
  pipeline: Pipeline;
  /** Calls to the blob store, in order. */
  blobCalls: string[];
  request(content: string, overrides?: Partial<VerificationRequestedData>): Promise<string>;
  /** The decoded events of a stream, once it has one of the given type. */
  until(stream: string, type: string): Promise<ReturnType<typeof eventsOf>>;
  /** Stops the pipeline and closes the stores. */
  close(): Promise<void>;
}

/** Opens the stores in `folder` and starts the pipeline. */
export async function openEmbeddedPipeline(options: {
  folder: string;
  engine: SharedEngine;
  library: readonly string[];
}): Promise<EmbeddedPipeline> {
  const file = (name: string) => join(options.folder, name);
  const log = await openEmbeddedLog({ folder: options.folder, onLost: failOn, onError: failOn });
  const vault = new SqliteKeyVault({ path: file('vault.db'), master: masterKey(MASTER_KEY) });
  const operations = withVolatileState(new SqliteOperations({ path: file('operations.db') }));
  const blobCalls: string[] = [];
  const stores = { events: log.events, vault, sealer: createSealer() };
  const dependencies: PipelineDependencies = {
    events: log.events,
    verifications: cacheVerifications(createVerificationStreams(stores)),
    queue: log.queue,
    vault,
    sealer: stores.sealer,
    webhookSender: { send: () => Promise.reject(new Error('no webhooks here')) },
    publicUrl: null,
    operations,
    admission: operations.admission,
    freeAllowance: null,
    leases: operations.leases,
    values: operations.values,
    engine: options.engine,
    clock: systemClock,
    timers: systemTimers,
    nliModel: null,
    judgingModels: async () => null,
    answerCache: NO_ANSWER_CACHE,
    sources: [createLibrarySource(libraryOf(options.library))],
    blobs: recorder<BlobStore>('blobs', blobCalls, { deletePrefix: 0, sweep: 0 }),
    documents: documentWork({ ...stores, vault }),
    logger: { debug() {}, info() {}, warn() {}, error() {} },
    metrics: {
      stageHandled() {},
      stageRetried() {},
      stageDeadLettered() {},
      modelConsulted() {},
      webhookAttempted() {},
    },
    instance: 'test',
  };
  const pipeline = await startPipeline(dependencies);
  let closed = false;
  return {
    ...dependencies,
    pipeline,
    blobCalls,
    request: (content, overrides) =>
      request({ ...stores, events: log.events }, content, {
        expires_at: new Date(Date.now() + 3_600_000).toISOString(),
        ...overrides,
      }),
    async until(stream, type) {
      let events: ReturnType<typeof eventsOf> = [];
      await eventually(`${type} on ${stream}`, async () => {
        events = eventsOf(await log.events.readStream(stream), stream);
        return events.some((event) => event.type === type);
      });
      return events;
    },
    async close() {
      if (closed) return;
      closed = true;
      await pipeline.stop();
      await log.close();
      await vault.close();
      await operations.close();
    },
  };
}
