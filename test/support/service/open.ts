/** The whole service inside the test's process: real stores and pipeline, a clock and an engine to order. */
import type { InjectOptions } from 'fastify';
import { createLogger } from '#apps/logger.ts';
import type { Service } from '#apps/parts/service.ts';
import { createOrganizationWithKey } from '#command-api/organizations/commands.ts';
import type { EventStore, Position } from '#contracts/ports/event-store.ts';
import type { Role, Scope } from '#contracts/vocabulary.ts';
import { SCOPES } from '#contracts/vocabulary.ts';
import type { KeyIssuedData } from '#domain/api-key/decider.ts';
import { newId } from '#domain/ids.ts';
import { newSecret } from '#streams/api-key-secrets.ts';
import { issueKey } from '#streams/api-keys.ts';
import type { Ground, GroundSettings } from '#test/support/ground/ground.ts';
import { newGround } from '#test/support/ground/new-ground.ts';
import { METADATA } from '#test/support/verification-history.ts';
import { type ControlledEngine, createControlledEngine } from './controlled-engine.ts';

export interface Answer {
  status: number;
  headers: Record<string, string | undefined>;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  body: any;
  text: string;
}

export interface CallOptions {
  /** Sent as JSON; a string or a buffer as it is. */
  body?: unknown;
  /** Secret; null: none. The owner key unless given. */
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
  /** Where it stores things. */
  ground: Ground;
  /** The controlled engine; not used where the real one was asked for. */
  engine: ControlledEngine;
  /** Every log line so far, as written. */
  logs: string[];
  /** Moves the service's clock ahead of the machine's. */
  advance(milliseconds: number): void;
  now(): number;
  /** `path` is below /v1, or absolute where it begins with `//`. */
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
  /**
   * Resolves when it watches. `atWork` then resolves when the engine has begun to extract from what is requested next
   * and its request is recorded, in whichever order, to the id of the verification.
   */
  watchNext(): Promise<{ atWork: Promise<string> }>;
  newTenant(): Promise<Tenant>;
  /** Issues a key past the API, which would bound it by its maker. */
  issue(
    key: { role?: Role; scopes?: readonly Scope[] } & Partial<KeyIssuedData>,
  ): Promise<{ id: string; secret: string }>;
  close(): Promise<void>;
}

export interface TestServiceOptions extends GroundSettings {
  realEngine?: boolean;
  /** How long a draining service waits for requests. */
  finishWithinMs?: number;
  /** Of an earlier service, which has been closed; one of its own, removed with it, unless given. */
  ground?: Ground;
}

/** In the shape that the run is about. */
export async function openTestService(options: TestServiceOptions = {}): Promise<TestService> {
  const { realEngine = false, finishWithinMs, ground = await newGround(), ...settings } = options;
  const logs: string[] = [];
  const logger = createLogger('debug', { write: (line: string) => void logs.push(line) });
  const engine = createControlledEngine();
  let ahead = 0;
  const now = () => Date.now() + ahead;
  const service = await ground.open(settings, logger, {
    clock: { now },
    ...(finishWithinMs === undefined ? {} : { finishWithinMs }),
    ...(realEngine ? {} : { createEngine: () => engine }),
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
      const organization = {
        organization_id: newId('org'),
        owner_user_id: newId('usr'),
        name: 'Another organization',
        secret,
        created_at: new Date(now()).toISOString(),
      };
      await createOrganizationWithKey(stores, organization, METADATA);
      const { organization_id, owner_user_id } = organization;
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

/** Id of the first verification that was requested after the position. */
async function firstRequested(events: Pick<EventStore, 'subscribe'>, after: Position): Promise<string> {
  const { signal } = new AbortController();
  const filter = { types: ['VerificationRequested.v1'] };
  for await (const message of events.subscribe({ after, filter, eventsOnly: true, signal })) {
    if (message.kind === 'event') return String(message.event.data.verification_id);
  }
  throw new Error('the log ended');
}
