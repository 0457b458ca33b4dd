/**
 * The composition root of the embedded shape: stores, engine, pipeline, projectors and both APIs in one process.
 * Nothing else in the code knows that this shape exists.
 */
import { statSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { registerCommandApi } from '#command-api/app.ts';
import type { CommandDependencies } from '#command-api/dependencies.ts';
import { createTerminalWaiter } from '#command-api/verification/terminal-waiter.ts';
import { registry } from '#contracts/events/registry.ts';
import { type Clock, systemClock, systemTimers } from '#contracts/ports/clock.ts';
import type { EventFilter, Position } from '#contracts/ports/event-store.ts';
import type { Sealer } from '#contracts/ports/sealer.ts';
import { POLICY_TABLE } from '#engine/judging/configuration.ts';
import { ENGINE_VERSIONS } from '#engine/versions.ts';
import { createKeyAuthenticator } from '#http/auth/key-authenticator.ts';
import { registerOpenApi } from '#http/openapi.ts';
import { registerOperational } from '#http/operational.ts';
import { createServer } from '#http/server.ts';
import { createLibrarySource } from '#pipeline/sources/library.ts';
import { createSourceSetSource } from '#pipeline/sources/source-set.ts';
import { type Pipeline, startPipeline, TRIGGERS } from '#pipeline/start.ts';
import { createSealer } from '#platform/security/envelope.ts';
import { createOutboundGuard } from '#platform/security/outbound-guard.ts';
import { createSourceFetcher } from '#platform/sources/source-fetcher.ts';
import { createEnginePool, type EnginePool } from '#platform/worker/engine-pool.ts';
import { PROJECTIONS } from '#projectors/all.ts';
import { filterOf } from '#projectors/batch.ts';
import { catchUpOfProjectors } from '#projectors/catch-up.ts';
import { type RunningProjector, runProjector } from '#projectors/run-projector.ts';
import { queryApi } from '#query-api/app.ts';
import { type Configuration, ConfigurationError } from '../configuration.ts';
import { takeDataFolder } from '../data-folder.ts';
import { lagSeconds } from '../lag.ts';
import { openFileStates } from '../library/file-states.ts';
import { indexFolder } from '../library/index-folder.ts';
import type { Logger } from '../logger.ts';
import { createMetrics } from '../metrics.ts';
import { basePolicies, MODEL_REGISTRY, POLICY_TABLE_VERSION } from '../registry.ts';
import { VERSION } from '../version.ts';
import { type Bootstrap, bootstrap } from './bootstrap.ts';
import { createPageCache } from './page-cache.ts';
import { openStores, type Stores } from './stores.ts';
import { createWorkTimes } from './work-times.ts';

export interface EmbeddedService {
  /** All routes of both APIs; not yet listening. */
  app: FastifyInstance;
  stores: Stores;
  engine: EnginePool;
  sealer: Sealer;
  bootstrap: Bootstrap;
  secrets: { pepper: Uint8Array };
  /** The master key was given, not read from the data folder. */
  masterKeyGiven: boolean;
  projectors: readonly RunningProjector[];
  /**
   * Takes no more requests; resolves when those under way are answered, which takes at most as long as draining allows.
   * Safe to call again.
   */
  finishRequests(): Promise<void>;
  /** Takes no new work, lets what is in flight finish or stay durable, closes everything. */
  close(): Promise<void>;
}

/** What tests may put in place of the real thing. */
export interface ServiceParts {
  clock?: Clock;
  /** Made instead of the pool of engine threads; closed with the service. */
  createEngine?: () => EnginePool;
  /** While draining, requests have this long to finish; then whoever waits for a verification is told to come back. */
  finishWithinMs?: number;
}

/** A page is asked for again after five minutes, and forgotten after a day without being asked for. */
const PAGE_FRESH_SECONDS = 300;
const PAGE_KEPT_SECONDS = 86_400;
/** How long a POST waits for the views beyond the end of its verification; GET reads the stream where a view lags. */
const PROJECTED_WITHIN_MS = 2_000;
const FINISH_WITHIN_MS = 10_000;

/**
 * Opens the data folder and starts everything but the listening. Throws ConfigurationError, DataFolderInUseError,
 * DataFolderUnusableError, MasterKeyError, KeyVaultError, or what the file system throws; nothing stays open then.
 * `onFatal` is told when the process must end.
 */
export async function openService(
  configuration: Configuration,
  logger: Logger,
  onFatal: (error: Error) => void,
  parts: ServiceParts = {},
): Promise<EmbeddedService> {
  const closing: (() => unknown)[] = [];
  const closeAll = async () => {
    for (const close of closing.splice(0).reverse()) await close();
  };
  try {
    return await compose(configuration, logger, onFatal, parts, closing, closeAll);
  } catch (error) {
    await closeAll();
    throw error;
  }
}

async function compose(
  configuration: Configuration,
  logger: Logger,
  onFatal: (error: Error) => void,
  parts: ServiceParts,
  closing: (() => unknown)[],
  closeAll: () => Promise<void>,
): Promise<EmbeddedService> {
  requireFolder('EVIDENCE_LIBRARY_DIR', configuration.libraryDirectory);
  const folder = takeDataFolder(configuration.dataDirectory);
  closing.push(() => folder.release());
  const stores = await openStores({
    folder,
    masterKey: configuration.masterKey,
    previousMasterKey: configuration.previousMasterKey,
    logger,
    clock: parts.clock ?? systemClock,
    onLost: onFatal,
  });
  closing.push(() => stores.close());
  const { events, operations, vault, views, clock } = stores;

  const [pepper, fingerprint, pageKey] = await Promise.all([
    vault.serverSecret('api-key-pepper'),
    vault.serverSecret('fingerprint'),
    vault.serverSecret('page-cache'),
  ]);
  const first = await bootstrap({ events, operations }, pepper, clock, {
    givenKey: configuration.bootstrapKey,
    keyFile: folder.file('bootstrap-key'),
  });

  const metrics = createMetrics();
  const sealer = createSealer();
  const workTimes = createWorkTimes(logger, metrics);
  const engine = (parts.createEngine ?? createEnginePool)({ onCall: workTimes.engineCalled });
  closing.push(() => engine.close());
  const guard = createOutboundGuard({
    allowHosts: configuration.allowHosts,
    contact: configuration.contact ?? null,
    version: VERSION,
  });
  closing.push(() => guard.close());

  const fetcher = createSourceFetcher({
    guard,
    readable: engine.readable,
    splitPassages: engine.splitPassages,
    ...createPageCache(stores.blobs, sealer, pageKey, clock),
    now: () => new Date(clock.now()),
    cacheTtl: PAGE_KEPT_SECONDS,
    freshFor: PAGE_FRESH_SECONDS,
    onFailure: (failure) => logger.warn({ ...failure }, 'a source could not be read'),
  });

  const projectors = PROJECTIONS.map((projection) =>
    runProjector(projection, {
      eventStore: events,
      readStore: views,
      onUnreadable: (event) => logger.error(event, 'an event of the log can not be read and was passed over'),
      onFailure: ({ view, error, retry_in_ms }) =>
        logger.error({ err: error, view, retry_in_ms }, 'projector failed, will be tried again'),
    }),
  );
  closing.push(() => Promise.all(projectors.map((projector) => projector.stop())));
  const caughtUp = catchUpOfProjectors(projectors);

  const pipeline = await startPipeline({
    store: events,
    queue: stores.queue,
    vault,
    sealer,
    engine,
    clock,
    timers: systemTimers,
    blobs: stores.blobs,
    ops: operations,
    sources: [createSourceSetSource(events, fetcher), createLibrarySource(workTimes.timedLibrary(stores.library))],
    logger,
    metrics: metrics.pipeline,
    instance: `embedded-${process.pid}`,
  });
  closing.push(() => pipeline.stop());
  const waiter = createTerminalWaiter(events);
  closing.push(() => waiter.stop());

  const indexing = { done: configuration.libraryDirectory === undefined };
  const app = createServer({
    logger,
    trustedProxies: configuration.trustedProxies,
    handlerTimeoutMs: configuration.syncTimeoutMs + 10_000,
    metrics: metrics.registry,
  });
  let finishing: Promise<void> | null = null;
  const finishRequests = () => {
    if (finishing !== null) return finishing;
    const patience = setTimeout(() => void waiter.stop(), parts.finishWithinMs ?? FINISH_WITHIN_MS);
    finishing = app.close().finally(() => clearTimeout(patience));
    return finishing;
  };
  closing.push(finishRequests);
  registerOperational(app, {
    metrics: metrics.registry,
    readiness: async () => {
      const storesAnswer = await events.head().then(
        () => 'ok',
        () => 'unavailable',
      );
      const library = indexing.done ? 'ok' : 'indexing';
      return { ready: storesAnswer === 'ok' && indexing.done, checks: { stores: storesAnswer, library } };
    },
  });
  registerOpenApi(app);
  const routes = {
    authenticator: createKeyAuthenticator({ events, operations }, pepper),
    counters: operations,
    clock,
  };
  const tariff = { cents_per_started_10_kb: configuration.tariffCentsPer10Kb };
  const commands: CommandDependencies = {
    logger,
    events,
    operations,
    vault,
    sealer,
    clock,
    waiter,
    projected: async (position) => {
      await caughtUp(position, PROJECTED_WITHIN_MS);
    },
    checkSourceUrl: (url) => guard.checkUrl(url),
    engine: ENGINE_VERSIONS,
    profiles: POLICY_TABLE,
    profilesVersion: POLICY_TABLE_VERSION,
    secrets: { pepper, fingerprint },
    settings: {
      syncTimeoutMs: configuration.syncTimeoutMs,
      tariff,
    },
  };
  registerCommandApi(app, routes, commands);
  await app.register(queryApi, {
    routes,
    dependencies: {
      eventStore: events,
      readStore: views,
      vault,
      sealer,
      clock,
      basePolicies: basePolicies(),
      engine: ENGINE_VERSIONS,
      policyVersion: POLICY_TABLE_VERSION,
      models: MODEL_REGISTRY,
      tariff,
    },
  });
  watchLag(metrics, stores, pipeline, projectors);

  let open = true;
  closing.push(() => {
    open = false;
  });
  // Neither holds up the start, and the model comes last: the first request waits for it if it comes at once.
  void indexLibrary(configuration.libraryDirectory, folder.file('library-files.json'), stores, engine, logger)
    .finally(() => {
      indexing.done = true;
    })
    .then(() => engine.warmUp())
    .catch((error: unknown) => {
      if (open) logger.error({ err: error }, 'the engine did not warm up');
    });
  return {
    app,
    stores,
    engine,
    sealer,
    secrets: { pepper },
    masterKeyGiven: configuration.masterKey !== undefined,
    bootstrap: first,
    projectors,
    finishRequests,
    close: closeAll,
  };
}

function requireFolder(variable: string, path: string | undefined): void {
  if (path === undefined || statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
  throw new ConfigurationError([`${variable} must be a folder that exists`]);
}

async function indexLibrary(
  directory: string | undefined,
  statesFile: string,
  stores: Stores,
  engine: EnginePool,
  logger: Logger,
): Promise<void> {
  if (directory === undefined) return;
  try {
    const fileStates = openFileStates(statesFile);
    const report = await indexFolder(directory, stores.library, engine, { removeMissing: true, fileStates });
    const { skipped, ...counts } = report;
    logger.info({ ...counts, skipped: skipped.length }, 'library indexed');
  } catch (error) {
    logger.error({ err: error }, 'the library folder could not be indexed');
  }
}

function watchLag(
  metrics: ReturnType<typeof createMetrics>,
  { events, clock }: Stores,
  pipeline: Pipeline,
  projectors: readonly RunningProjector[],
): void {
  const lag = (kind: string, subscription: string, position: () => Position | Promise<Position>, filter: EventFilter) =>
    metrics.gauge(
      'subscription_lag_seconds',
      'Age of the oldest event that a stage or projector has still to process; 0 when it is up to date.',
      { kind, subscription },
      () => lagSeconds(events, position, filter, () => clock.now()),
    );
  for (const [stage, consumer] of pipeline.consumers) {
    lag('stage', stage, () => consumer.position(), { types: registry.storedTypes(TRIGGERS[stage]) });
    metrics.gauge(
      'pipeline_stage_pending',
      'Messages known to a stage and not finished: in flight or waiting for a retry.',
      { stage },
      () => consumer.pending(),
    );
  }
  for (const [index, projector] of projectors.entries()) {
    lag('projector', projector.view, projector.position, filterOf(PROJECTIONS[index]!));
  }
}
