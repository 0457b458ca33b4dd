/** A process of the service, composed of the parts that its roles ask for. */
import type { FastifyInstance } from 'fastify';
import { createTerminalWaiter } from '#command-api/verification/terminal-waiter.ts';
import type { Sealer } from '#contracts/ports/sealer.ts';
import type { Readiness } from '#http/operational.ts';
import type { EnginePool } from '#platform/worker/engine-pool.ts';
import type { CatchUp } from '#projectors/catch-up.ts';
import type { RunningProjector } from '#projectors/run-projector.ts';
import type { Configuration } from '../configuration.ts';
import type { FileStates } from '../library/file-states.ts';
import type { Logger } from '../logger.ts';
import { type Bootstrap, bootstrap } from './bootstrap.ts';
import type { Closing } from './closing.ts';
import { serveCommandApi } from './command-api.ts';
import { type Core, openCore } from './core.ts';
import { startEngine } from './engine.ts';
import { createHttpServer } from './http-server.ts';
import { indexLibrary } from './library.ts';
import { startPipeline } from './pipeline.ts';
import { startProjectors } from './projectors.ts';
import { serveQueryApi } from './query-api.ts';
import type { Stores } from './stores.ts';
import { createWorkTimes } from './work-times.ts';

export interface Service {
  /** All routes of the APIs that this process serves; not yet listening. */
  app: FastifyInstance;
  stores: Stores;
  engine: EnginePool;
  sealer: Sealer;
  bootstrap: Bootstrap;
  secrets: { pepper: Uint8Array };
  /**
   * Takes no more requests; resolves when those under way are answered, which takes at most as long as draining allows.
   * Safe to call again.
   */
  finishRequests(): Promise<void>;
  /** Takes no new work, lets what is in flight finish or stay durable, closes everything. */
  close(): Promise<void>;
}

export const ROLES = ['command-api', 'query-api', 'projectors', 'pipeline'] as const;
export type Role = (typeof ROLES)[number];

/** What a shape of the service brings to a process. */
export interface Setup {
  configuration: Configuration;
  logger: Logger;
  stores: Stores;
  /** What this process does; the others do the rest. */
  roles: ReadonlySet<Role>;
  /** Names this process among others, for leases. */
  instance: string;
  /** Where a generated owner key is kept. */
  keyFile: string;
  /** How to tell that the views show a position. The projectors are those of this process. */
  caughtUp(projectors: readonly RunningProjector[]): CatchUp;
  /** What the files of the library folder looked like when they were last read. */
  fileStates(): FileStates;
}

/** What tests may put in place of the real thing. */
export interface ServiceParts {
  /** Made instead of the pool of engine threads; closed with the service. */
  createEngine?: () => EnginePool;
  /** While draining, requests have this long to finish; then whoever waits for a verification is told to come back. */
  finishWithinMs?: number;
}

/** Starts everything but the listening. What was started before something throws is left to `closing`. */
export async function startService(setup: Setup, closing: Closing, parts: ServiceParts = {}): Promise<Service> {
  const { configuration, logger, stores, roles, instance } = setup;
  const core = await openCore(configuration, logger, stores, closing);
  const first = await bootstrap(stores, core.secrets.pepper, stores.clock, {
    givenKey: configuration.bootstrapKey,
    keyFile: setup.keyFile,
  });
  const workTimes = createWorkTimes(logger, core.metrics);
  const engine = startEngine(workTimes, closing, parts.createEngine);
  const projectors = roles.has('projectors') ? startProjectors(core, closing) : [];
  if (roles.has('pipeline')) await startPipeline(core, { engine, workTimes, instance }, closing);
  const waiter = createTerminalWaiter(stores.events);
  closing.push(() => waiter.stop());

  const indexing = { done: !roles.has('pipeline') || configuration.libraryDirectory === undefined };
  const server = createHttpServer(
    core,
    {
      readiness: () => readinessOf(stores, indexing),
      finishWithinMs: parts.finishWithinMs,
      onImpatient: () => void waiter.stop(),
    },
    closing,
  );
  if (roles.has('command-api')) serveCommandApi(core, server, { waiter, caughtUp: setup.caughtUp(projectors) });
  if (roles.has('query-api')) await serveQueryApi(core, server);
  if (roles.has('pipeline')) prepareInTheBackground(setup, core, engine, indexing, closing);
  return {
    app: server.app,
    stores,
    engine,
    sealer: core.sealer,
    secrets: core.secrets,
    bootstrap: first,
    finishRequests: server.finishRequests,
    close: closing.close,
  };
}

async function readinessOf({ events }: Stores, indexing: { done: boolean }): Promise<Readiness> {
  const storesAnswer = await events.head().then(
    () => 'ok',
    () => 'unavailable',
  );
  const library = indexing.done ? 'ok' : 'indexing';
  return { ready: storesAnswer === 'ok' && indexing.done, checks: { stores: storesAnswer, library } };
}

/** Neither holds up the start, and the model comes last: the first request waits for it if it comes at once. */
function prepareInTheBackground(
  setup: Setup,
  { configuration, stores, logger }: Core,
  engine: EnginePool,
  indexing: { done: boolean },
  closing: Closing,
): void {
  let open = true;
  closing.push(() => {
    open = false;
  });
  const { libraryDirectory } = configuration;
  const indexed =
    libraryDirectory === undefined
      ? Promise.resolve()
      : indexLibrary(libraryDirectory, stores.library, engine, logger, setup.fileStates);
  void indexed
    .finally(() => {
      indexing.done = true;
    })
    .then(() => engine.warmUp())
    .catch((error: unknown) => {
      if (open) logger.error({ err: error }, 'the engine did not warm up');
    });
}
