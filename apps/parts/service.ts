/** Composes a process of the service from the parts that its roles need. */
import type { FastifyInstance } from 'fastify';
import type { CommandApiDependencies } from '#command-api/dependencies.ts';
import type { PasswordCost } from '#command-api/sessions/passwords.ts';
import { createTerminalWaiter } from '#command-api/verification/terminal-waiter.ts';
import { type LeaseDependencies, whileHolding } from '#common/leases.ts';
import { systemTimers } from '#common/time.ts';
import type { LanguageModel } from '#contracts/ports/language-model.ts';
import type { Sealer } from '#contracts/ports/sealer.ts';
import { StorageUnwritableError } from '#contracts/ports/storage.ts';
import { verdictUnder } from '#engine/judging/verdict.ts';
import type { Readiness } from '#http/operational.ts';
import { createLibrarySearch, type LibrarySearch } from '#pipeline/sources/library.ts';
import type { JudgingModel } from '#pipeline/stages/stage.ts';
import { createEnginePool, type EnginePool } from '#platform/engine-pool/engine-pool.ts';
import { VERIFICATION_PROJECTIONS } from '#projectors/all.ts';
import { type CatchUp, catchUpOfCheckpoints, catchUpOfProjectors } from '#projectors/catch-up.ts';
import type { QueryDependencies } from '#query-api/dependencies.ts';
import { type ChangedLibrary, recordedLibrary } from '#streams/recorded-library.ts';
import type { VerificationStreams } from '#streams/verification-streams.ts';
import { workbench } from '#workbench/app.ts';
import type { ServiceConfiguration } from '../configuration.ts';
import type { FileStates } from '../library/file-states.ts';
import type { Logger } from '../logger.ts';
import { type Agents, serveAgents } from './agents.ts';
import { startAuditFollower } from './audit.ts';
import { type Bootstrap, bootstrap, type OwnerKey, systemMetadata } from './bootstrap.ts';
import { closedTogether } from './closing.ts';
import { serveCommandApi } from './command-api.ts';
import { type Core, openCore } from './core.ts';
import { takeLog } from './deployment.ts';
import { ForeignLogError } from './foreign-log.ts';
import { createHttpServer } from './http-server.ts';
import { judgingModelsOf } from './judging-model.ts';
import { indexLibrary } from './library.ts';
import type { OperatorModel } from './operator-model.ts';
import { openPageCache } from './page-cache.ts';
import { openPipeline } from './pipeline.ts';
import { startLeasedProjectors, startProjectors } from './projectors.ts';
import { queryDependencies, serveQueryApi } from './query-api.ts';
import { createSourceChecks, type SourceChecks } from './source-checks.ts';
import { type Storage, watchStorage } from './storage-watch.ts';
import type { Stores } from './stores.ts';
import { startUsageReporter } from './usage-reporting.ts';
import { createWorkTimes } from './work-times.ts';

export interface Service {
  /** All routes of this process's APIs; not listening yet. */
  app: FastifyInstance;
  stores: Stores;
  logger: Logger;
  engine: EnginePool;
  searchLibrary: LibrarySearch;
  sealer: Sealer;
  verifications: VerificationStreams;
  /** What the use cases of the command API need; null without that role. */
  commands: CommandApiDependencies | null;
  /** What the queries need; null without that role. */
  queries: QueryDependencies | null;
  /** The tools for agents; null without the role of the command API. */
  agents: Agents | null;
  bootstrap: Bootstrap;
  secrets: { pepper: Uint8Array };
  sourceChecks: SourceChecks;
  operatorModel: OperatorModel;
  /** The language model in force for an organization; null: none. */
  judgingModels(organizationId: string): Promise<JudgingModel | null>;
  /** Whether sources outside may be asked, if profile and mode allow it. */
  asksOutside: boolean;
  /** Base URL of the service as browsers reach it: as configured, else where it listens or would listen. */
  publicUrl(): string;
  /** Whether the master key was configured, not read from the data folder. */
  masterKeyGiven: boolean;
  /**
   * Accepts no more requests. Resolves when the running ones are finished, or the time for draining is over. May be
   * called repeatedly.
   */
  finishRequests(): Promise<void>;
  /** Accepts no new work, lets work in progress finish or remain durable, closes everything. */
  close(): Promise<void>;
}

export const SERVICE_ROLES = ['command-api', 'query-api', 'projectors', 'pipeline'] as const;
export type ServiceRole = (typeof SERVICE_ROLES)[number];

/** What the shape provides to a process. */
export interface Setup {
  configuration: ServiceConfiguration;
  logger: Logger;
  stores: Stores;
  /** The roles of this process; other processes have the rest. */
  roles: ReadonlySet<ServiceRole>;
  /** Identifies this process as a lease holder. */
  instance: string;
  ownerKey: OwnerKey;
  /** Whether other processes use the same stores: exclusive work then needs a lease. */
  shared: boolean;
  /** What the stores are on, which may fill up. */
  storage: Storage;
  /** Checks that must pass before this process is ready, by name. */
  checks: Record<string, () => Promise<unknown>>;
  /** The cached states of the library's files, if they are stored. */
  fileStates?: () => FileStates;
}

/** Replacements for tests and evaluations. */
export interface ServiceParts {
  /** Replaces the pool of engine threads; closed with the service. */
  createEngine?: () => EnginePool;
  /** Wraps the operator's language model, to record or replay its answers. */
  wrapModel?: (model: LanguageModel) => LanguageModel;
  /** Time limit for requests while draining; then callers that wait for a verification are told to retry. */
  finishWithinMs?: number;
  /** Cost of hashing passwords. Default: that for real passwords. */
  passwordCost?: PasswordCost;
}

/** Starts everything except listening. If it throws, `closing` holds what was started. */
export async function startService(
  setup: Setup,
  closing: AsyncDisposableStack,
  parts: ServiceParts = {},
): Promise<Service> {
  const { configuration, logger, roles, instance } = setup;
  const watched = { logger, clock: setup.stores.clock, timers: systemTimers };
  const { stores, check } = watchStorage(setup.storage, setup.stores, watched, closing);
  const core = await openCore(configuration, logger, stores, closing, parts.wrapModel);
  if (!(await takeLog(stores, systemMetadata('bootstrap', null)))) throw new ForeignLogError(configuration);
  const first = await bootstrap(stores, core.secrets.pepper, stores.clock, setup.ownerKey);
  const workTimes = createWorkTimes(logger, core.metrics);
  // None of its threads starts before the first call.
  const createEngine: typeof createEnginePool = parts.createEngine ?? createEnginePool;
  const engine = createEngine({ shareOf: stores.roots.of, onCall: workTimes.engineCalled });
  closing.defer(() => engine.close());
  const searchLibrary = createLibrarySearch(workTimes.timedLibrary(stores.library), stores.roots.of);
  const independent = closedTogether(closing);
  const caughtUp = setup.shared
    ? catchUpBesideOthers(core, setup, independent())
    : catchUpAlone(core, setup, independent());
  if (roles.has('pipeline')) {
    await openPipeline(core, { engine, searchLibrary, instance }, independent());
    startAuditFollower(core, leasesOf(setup), independent());
    startUsageReporter(core, instance, independent());
  }
  const waiter = roles.has('command-api') ? createTerminalWaiter(stores.events) : null;
  if (waiter !== null) closing.defer(() => waiter.stop());

  const indexing = { done: !roles.has('pipeline') || configuration.libraryDirectory === undefined };
  const server = createHttpServer(
    core,
    {
      readiness: () => readinessOf({ ...setup.checks, storage: check }, indexing),
      finishWithinMs: parts.finishWithinMs,
      onImpatient: () => void waiter?.stop(),
    },
    closing,
  );
  const commands =
    waiter && serveCommandApi(core, server, { waiter, caughtUp, engine, passwordCost: parts.passwordCost });
  const agents = commands && serveAgents(core, server, commands, engine);
  const queries = roles.has('query-api') ? await serveQueryApi(core, server, { caughtUp }) : null;
  if (commands !== null) {
    const reads = queries ?? (await queryDependencies(core, { caughtUp }));
    const { library } = stores;
    const { cache, cacheKey } = await openPageCache({ ...stores, sealer: core.sealer });
    const lastRead = async (organizationId: string, url: string) => {
      const page = await cache.get(cacheKey(organizationId, url));
      return page && { read_at: page.confirmed_at, content: page.content };
    };
    const given = { routes: server.routes, commands, queries: reads, library, lastRead, verdictUnder };
    await server.app.register(workbench, given);
  }
  if (roles.has('pipeline')) {
    const { organization_id } = first;
    const library = recordedLibrary(stores, organization_id, systemMetadata('library', organization_id));
    prepareInTheBackground(setup, core, library, engine, indexing, closing);
  }
  return {
    app: server.app,
    stores,
    logger,
    engine,
    searchLibrary,
    sealer: core.sealer,
    verifications: core.verifications,
    commands,
    queries,
    agents,
    secrets: core.secrets,
    sourceChecks: createSourceChecks(core, instance),
    operatorModel: core.operatorModel,
    judgingModels: judgingModelsOf(core.models, configuration),
    asksOutside: configuration.publicSources || configuration.connectedSearch || configuration.searchUrl !== undefined,
    publicUrl: () => configuration.publicUrl ?? addressOf(server.app, configuration),
    masterKeyGiven: configuration.masterKey !== undefined,
    bootstrap: first,
    finishRequests: server.finishRequests,
    close: () => closing.disposeAsync(),
  };
}

/** Browsers can't open the address that means every address of the machine. */
function addressOf(app: FastifyInstance, { host, port }: Pick<ServiceConfiguration, 'host' | 'port'>): string {
  const bound = app.server.address();
  const reachable = ['localhost', '0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host;
  const named = reachable.includes(':') ? `[${reachable}]` : reachable;
  return `http://${named}:${typeof bound === 'object' && bound !== null ? bound.port : port}`;
}

/**
 * A process beside others does not know the progress of their projectors, so it reads the checkpoints from the store.
 */
function catchUpBesideOthers(core: Core, setup: Setup, closing: AsyncDisposableStack): CatchUp {
  if (setup.roles.has('projectors')) startLeasedProjectors(core, leasesOf(setup), closing);
  return catchUpOfCheckpoints(
    core.stores.views,
    VERIFICATION_PROJECTIONS.map((projection) => projection.view),
  );
}

function catchUpAlone(core: Core, { roles }: Setup, closing: AsyncDisposableStack): CatchUp {
  const projectors = roles.has('projectors') ? startProjectors(core, closing) : [];
  const awaited = new Set(VERIFICATION_PROJECTIONS.map((projection) => projection.view.name));
  return catchUpOfProjectors(projectors.filter(({ view }) => awaited.has(view)));
}

function leasesOf({ stores, logger, instance }: Setup): LeaseDependencies {
  const { operations, clock } = stores;
  return { leases: operations.leases, clock, timers: systemTimers, logger, holder: instance };
}

async function readinessOf(checks: Setup['checks'], indexing: { done: boolean }): Promise<Readiness> {
  const states = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => [name, await stateOf(check)] as const),
  );
  const library = indexing.done ? 'ok' : 'indexing';
  const ready = indexing.done && states.every(([, state]) => state === 'ok');
  return { ready, checks: { ...Object.fromEntries(states), library } };
}

/** The word for a dependency; of a storage that takes no writes, why. */
function stateOf(check: () => Promise<unknown>): Promise<string> {
  return check().then(
    () => 'ok',
    (error: unknown) => (error instanceof StorageUnwritableError ? error.reason : 'unavailable'),
  );
}

/** Neither of these delays the start. The model is loaded last; requests that come earlier wait for it. */
function prepareInTheBackground(
  setup: Setup,
  { configuration, logger }: Core,
  library: ChangedLibrary,
  engine: EnginePool,
  indexing: { done: boolean },
  closing: AsyncDisposableStack,
): void {
  const stopping = new AbortController();
  closing.defer(() => stopping.abort());
  const { libraryDirectory } = configuration;
  const index = async (signal: AbortSignal) => {
    if (libraryDirectory !== undefined) {
      await indexLibrary(libraryDirectory, library, engine, logger, signal, setup.fileStates);
    }
  };
  void (setup.shared ? inTurn(index, setup, closing) : index(stopping.signal))
    .finally(() => {
      indexing.done = true;
    })
    .then(() => engine.warmUp())
    .catch((error: unknown) => {
      if (!stopping.signal.aborted) logger.error({ err: error }, 'the engine did not warm up');
    });
}

/** Processes take turns, so that the first does the work and the others find it done. */
function inTurn(
  work: (signal: AbortSignal) => Promise<void>,
  setup: Setup,
  closing: AsyncDisposableStack,
): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const workOnce = async (signal: AbortSignal) => {
    await work(signal);
    if (!signal.aborted) resolve();
  };
  const stop = whileHolding('library-index', workOnce, leasesOf(setup));
  closing.defer(async () => {
    resolve();
    await stop();
  });
  return promise;
}
