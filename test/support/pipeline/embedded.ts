/** The pipeline as the embedded service runs it: SQLite log and stage queue, engine in threads. */
import type { VerificationRequestedData } from '#contracts/events/verification.ts';
import type { BlobStore } from '#contracts/ports/blob-store.ts';
import { systemClock, systemTimers } from '#contracts/ports/clock.ts';
import type { OperationalStore } from '#contracts/ports/operational-store.ts';
import { createLibrarySource } from '#pipeline/sources/library.ts';
import { type Pipeline, type PipelineDependencies, startPipeline } from '#pipeline/start.ts';
import { openEmbeddedLog } from '#platform/sqlite/embedded-log.ts';
import type { EnginePool } from '#platform/worker/engine-pool.ts';
import { eventually } from '#test/support/eventually.ts';
import { failOn } from '#test/support/fail-on.ts';
import { eventsOf } from './deliver.ts';
import { libraryOf, recorder } from './harness.ts';
import { createMemoryVault, type MemoryVault } from './memory-vault.ts';
import { request } from './request.ts';
import { testSealer } from './test-sealer.ts';

export interface EmbeddedPipeline extends PipelineDependencies {
  pipeline: Pipeline;
  calls: string[];
  request(content: string, overrides?: Partial<VerificationRequestedData>): Promise<string>;
  /** Current events of a stream, once one of the type stands there. */
  until(stream: string, type: string): Promise<ReturnType<typeof eventsOf>>;
  /** Stops the pipeline and closes the log. */
  close(): Promise<void>;
}

export async function openEmbeddedPipeline(options: {
  folder: string;
  engine: EnginePool;
  vault?: MemoryVault;
  library: readonly string[];
}): Promise<EmbeddedPipeline> {
  const log = await openEmbeddedLog({ folder: options.folder, onLost: failOn, onError: failOn });
  const vault = options.vault ?? createMemoryVault();
  const calls: string[] = [];
  const dependencies: PipelineDependencies = {
    store: log.events,
    queue: log.queue,
    vault,
    sealer: testSealer,
    engine: options.engine,
    clock: systemClock,
    timers: systemTimers,
    sources: [createLibrarySource(libraryOf(options.library))],
    blobs: recorder<BlobStore>('blobs', calls, { deletePrefix: 0, sweep: 0 }),
    ops: recorder<OperationalStore>('ops', calls, { acquireLease: true, openReservations: [], sweep: 0 }),
    logger: { info() {}, warn() {}, error() {} },
    metrics: { stageHandled() {}, stageRetried() {}, stageDeadLettered() {} },
    instance: 'test',
  };
  const pipeline = await startPipeline(dependencies);
  return {
    ...dependencies,
    pipeline,
    calls,
    request: (content, overrides) => request(dependencies, content, overrides),
    async until(stream, type) {
      let events: ReturnType<typeof eventsOf> = [];
      await eventually(`${type} on ${stream}`, async () => {
        const [last] = await log.events.readStream(stream, { direction: 'backwards', limit: 1 });
        if (last === undefined) return false;
        events = eventsOf(await log.events.readStream(stream), stream);
        return events.some((event) => event.type === type);
      });
      return events;
    },
    async close() {
      await pipeline.stop();
      await log.close();
    },
  };
}
