/** The whole service inside the test's process: real stores and pipeline, a controlled clock and engine. */
import type { InjectOptions } from 'fastify';
import { createLogger } from '#apps/logger.ts';
import type { Service } from '#apps/parts/service.ts';
import { createOrganizationWithKey } from '#command-api/organizations/commands.ts';
import type { EventStore, Position } from '#contracts/ports/event-store.ts';
import { type Role, SCOPES, type Scope } from '#contracts/vocabulary.ts';
import type { KeyIssuedData } from '#domain/api-key/decider.ts';
import { newId } from '#domain/ids.ts';
import { newSecret } from '#streams/api-key-secrets.ts';
import { issueKey } from '#streams/api-keys.ts';
import type { Ground, GroundSettings } from '#test/support/ground/ground.ts';
import { newGround } from '#test/support/ground/new-ground.ts';
import { METADATA } from '#test/support/verification-history.ts';
import { type ControlledEngine, createControlledEngine } from './controlled-engine.ts';

/** Tests of sessions hash hundreds of passwords; with the cost for real ones, each would take a quarter of a second. */
const PASSWORD_COST = { N: 2 ** 8, r: 8, p: 1 };

export interface Answer {
  status: number;
  headers: Record<string, string | undefined>;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  body: any;
  text: string;
}

export interface CallOptions {
  /** Sent as JSON, but a string or buffer unchanged. */
  body?: unknown;
  /** The key's secret; null: no key. Default: the owner key. */
  key?: string | null;
  headers?: Record<string, string>;
  remoteAddress?: string;
}

export interface Tenant {
  organization_id: string;
  user_id: string;
  /** Secret of the owner key. */
  key: string;
}

export interface TestService extends Tenant {
  service: Service;
  /** The service's storage. */
  ground: Ground;
  /** The controlled engine; unused with `realEngine`. */
  engine: ControlledEngine;
  /** All log lines so far, as JSON text. */
  logs: string[];
  /** Moves the service's clock further ahead of the machine's. */
  advance(milliseconds: number): void;
  now(): number;
  /** `path` is relative to /v1, or absolute if it begins with `//`. */
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
  /**
   * Resolves when it watches for the next request. `atWork` resolves to that verification's id once its request is
   * recorded and the engine has begun to extract.
   */
  watchNext(): Promise<{ atWork: Promise<string> }>;
  newTenant(): Promise<Tenant>;
  /** Issues a key without the API, which would limit it to its creator's rights. */
  issue(
    key: { role?: Role; scopes?: readonly Scope[] } & Partial<KeyIssuedData>,
  ): Promise<{ id: string; secret: string }>;
  close(): Promise<void>;
}

export interface TestServiceOptions extends GroundSettings {
  realEngine?: boolean;
  /** How long a draining service waits for running requests. */
  finishWithinMs?: number;
  /** The storage of an earlier, closed service. Default: a new one, removed on `close`. */
  ground?: Ground;
  /**
   * Milliseconds since 1970 at which the clock stands still, except for `advance`. Default: it runs with the machine's.
   */
  frozenAt?: number;
}

/** Opens a service in the shape under test. */
export async function openTestService(options: TestServiceOptions = {}): Promise<TestService> {
  const { realEngine = false, finishWithinMs, ground = await newGround(), frozenAt, ...settings } = options;
  const logs: string[] = [];
  const logger = createLogger('debug', { write: (line: string) => void logs.push(line) });
  const engine = createControlledEngine();
  let ahead = 0;
  const now = () => (frozenAt ?? Date.now()) + ahead;
  const parts = {
    clock: { now },
    passwordCost: PASSWORD_COST,
    ...(finishWithinMs === undefined ? {} : { finishWithinMs }),
    ...(realEngine ? {} : { createEngine: () => engine }),
  };
  const service = await ground.open(settings, logger, parts).catch(async (error: unknown) => {
    // Remaining servers would keep the test's process alive.
    if (options.ground === undefined) await ground.remove();
    throw error;
  });
  const { stores, secrets } = service;
  const own = { organization_id: service.bootstrap.organization_id, key: service.bootstrap.key };
  const user_id = `usr_${own.organization_id.slice('org_'.length)}`;

  return {
    ...own,
    user_id,
    service,
    ground,
    engine,
    logs,
    now,
    advance(milliseconds) {
      ahead += milliseconds;
    },
    async call(method, path, { body, key = own.key, headers = {}, remoteAddress } = {}) {
      const raw = typeof body === 'string' || Buffer.isBuffer(body);
      const response = await service.app.inject({
        method: method as NonNullable<InjectOptions['method']>,
        url: path.startsWith('//') ? path.slice(1) : `/v1${path}`,
        headers: {
          ...(key === null ? {} : { authorization: `Bearer ${key}` }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { payload: raw ? body : JSON.stringify(body) }),
        ...(remoteAddress === undefined ? {} : { remoteAddress }),
      });
      return {
        status: response.statusCode,
        headers: response.headers as Record<string, string | undefined>,
        text: response.body,
        body: String(response.headers['content-type']).includes('json') ? JSON.parse(response.body || 'null') : null,
      };
    },
    async watchNext() {
      const after = await stores.events.head();
      const begun = engine.started();
      const recorded = firstRequested(stores.events, after);
      return { atWork: begun.then(() => recorded) };
    },
    async newTenant() {
      const secret = newSecret('development', secrets.pepper);
      const organization_id = newId('org');
      const organization = {
        organization_id,
        root_id: organization_id,
        owner_user_id: newId('usr'),
        name: 'Another organization',
        secret,
        created_at: new Date(now()).toISOString(),
      };
      await createOrganizationWithKey(stores, organization, METADATA);
      const { owner_user_id } = organization;
      return { organization_id, user_id: owner_user_id, key: secret.secret };
    },
    async issue(rights) {
      const secret = newSecret('development', secrets.pepper);
      const key: KeyIssuedData = {
        key_id: newId('key'),
        organization_id: own.organization_id,
        user_id,
        role: 'owner',
        name: 'A key of a test',
        prefix: secret.prefix,
        secret_hash: secret.secret_hash,
        environment: 'development',
        quota_per_hour: 10_000,
        monthly_cost_limit_cents: null,
        allowed_ips: [],
        created_at: new Date(now()).toISOString(),
        ...rights,
        scopes: [...(rights.scopes ?? SCOPES)],
      };
      await issueKey(stores, key, METADATA);
      return { id: key.key_id, secret: secret.secret };
    },
    async close() {
      await service.close();
      if (options.ground === undefined) await ground.remove();
    },
  };
}

/** Waits for the first verification requested after the position; returns its id. */
async function firstRequested(events: Pick<EventStore, 'subscribe'>, after: Position): Promise<string> {
  const { signal } = new AbortController();
  const filter = { types: ['VerificationRequested.v2'] };
  for await (const message of events.subscribe({ after, filter, eventsOnly: true, signal })) {
    if (message.kind === 'event') return String(message.event.data.verification_id);
  }
  throw new Error('the log ended');
}
