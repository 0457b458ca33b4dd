/** The query API on stores in memory, to which a test adds callers and verifications. */

import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { generateApiKey } from '#common/api-key-format.ts';
import type { EventStore } from '#contracts/ports/event-store.ts';
import type { ReadStore } from '#contracts/ports/read-store.ts';
import { BASE_PROFILES } from '#contracts/vocabulary.ts';
import type { Aggregate } from '#domain/aggregate.ts';
import { createCheckpointSigner } from '#domain/audit/checkpoint.ts';
import { newEventId } from '#domain/ids.ts';
import { ORGANIZATION } from '#domain/organization/decider.ts';
import type { SealedField } from '#domain/verification/sealed-fields.ts';
import { createBodyBudget } from '#http/body-budget.ts';
import type { Principal } from '#http/context.ts';
import type { RateCounters } from '#http/rate-limit.ts';
import { createRefusedCalls } from '#http/refused-calls.ts';
import { createResponseSlots } from '#http/response-slots.ts';
import type { RouteDependencies } from '#http/route.ts';
import { createServer } from '#http/server.ts';
import { PROJECTIONS } from '#projectors/all.ts';
import { applyBatch } from '#projectors/batch.ts';
import { queryApi } from '#query-api/app.ts';
import type { QueryDependencies } from '#query-api/dependencies.ts';
import { readerOfView } from '#results/reader.ts';
import { inOrder } from '#results/reader-order.ts';
import { readerOfStreams } from '#results/stream-reader.ts';
import { execute } from '#streams/repository.ts';
import { owner } from './http-api.ts';
import { createMemoryEventStore } from './memory-event-store.ts';
import { createMemoryReadStore } from './memory-read-store.ts';
import { type History, METADATA, open, store } from './verification-history.ts';

export interface QueryService {
  app: FastifyInstance;
  events: EventStore;
  views: ReadStore;
  dependencies: QueryDependencies;
  /** Time of the service's clock, RFC 3339. */
  now: string;
  /** Creates a key of the organization, with every scope and the owner role unless `rights` differ. */
  keyFor(organizationId: string, rights?: Partial<Principal>): string;
  get(path: string, key: string): Promise<LightMyRequestResponse>;
  /** Appends the history's new events and updates the views. */
  put(history: History): Promise<void>;
  /** Appends the history's new events without updating the views. */
  append(history: History): Promise<void>;
  /** Updates the views to the end of the log. */
  project(): Promise<void>;
  execute<State, Command, Event, Code extends string>(
    aggregate: Aggregate<State, Command, Event, Code>,
    id: string,
    command: Command,
  ): Promise<void>;
  /** Destroys the data key of a verification. */
  shred(verificationId: string): void;
}

/** Creates the service with the organizations `org_1` and `org_2`. */
export async function createQueryService(): Promise<QueryService> {
  const events = createMemoryEventStore();
  const views = createMemoryReadStore();
  const shredded = new Set<string>();
  const principals = new Map<string, Principal>();

  const stores: Omit<QueryDependencies, 'results'> = {
    events,
    views,
    vault: { dataKey: async (id) => (shredded.has(id) ? null : Buffer.from(id)) },
    blobs: { get: async () => null },
    organizationsOf: async () => [],
    webhookIdsOf: async () => [],
    sealer: {
      openBytes: () => {
        throw new Error('no artifacts here');
      },
      open: (key, context, sealed) => {
        if (Buffer.from(key).toString() !== context.verification_id) throw new Error('the key of another verification');
        return open.text(sealed, context.record, context.field as SealedField)!;
      },
    },
    clock: { now: () => Date.parse(service.now) },
    basePolicies: BASE_PROFILES.map((name) => ({
      id: name,
      name,
      version: '1',
      base_profile: name,
      minimum_independent_sources: 2,
      authoritative_source_can_decide: true,
      coverage_threshold: 0.8,
    })),
    engineOf: async () => ({
      extraction_model: 'evidence-extractive-1',
      extraction_version: '1.0.0',
      retrieval_configuration: 'retrieval-1',
      judge_configuration: 'judge-1',
    }),
    policyVersion: '1',
    models: {
      registry_version: '2026-01',
      modelsOf: async () => [
        {
          id: 'evidence-extractive-1',
          object: 'model',
          created: 1_767_225_600,
          owned_by: 'evidence',
          provider: 'embedded',
          status: 'available',
          shutdown_date: null,
        },
      ],
    },
    tariff: { cents_per_started_10_kb: 2 },
    freeAllowance: null,
    checkpoints: createCheckpointSigner(new Uint8Array(32)),
  };
  // The readers look at `dependencies`, so a test that puts another store there has the results read from it.
  const dependencies = stores as QueryDependencies;
  dependencies.results = inOrder(readerOfView(dependencies), readerOfStreams(dependencies));

  const counters: RateCounters = {
    hit: async (_counter, limit) => ({ allowed: true, limit, remaining: limit, reset_seconds: 60 }),
    quota: async (_key, limit) => ({ limit, remaining: limit, reset_seconds: 60 }),
  };
  const routes: RouteDependencies = {
    authenticator: {
      authenticate: async (secret) => principals.get(secret) ?? { failure: 'invalid_api_key' },
    },
    bodies: createBodyBudget(),
    responseSlots: createResponseSlots(),
    counters,
    refusedCalls: createRefusedCalls(counters, dependencies.clock),
    clock: dependencies.clock,
  };

  const app = createServer();
  await app.register(queryApi, { routes, dependencies });

  const service: QueryService = {
    app,
    events,
    views,
    dependencies,
    now: '2026-03-01T12:00:00.000Z',
    keyFor(organization_id, rights = {}) {
      const secret = generateApiKey('development');
      principals.set(secret, {
        ...owner,
        key_id: `key_${principals.size}`,
        organization_id,
        ...rights,
      });
      return secret;
    },
    get: (path, key) => app.inject({ url: `/v1${path}`, headers: { authorization: `Bearer ${key}` } }),
    async put(history) {
      await store(events, history);
      await service.project();
    },
    append: (history) => store(events, history),
    async project() {
      for (const projection of PROJECTIONS) {
        const generation = await views.live(projection.view);
        const after = await views.checkpoint(generation);
        const page = await events.readAll({ after, limit: 10_000 });
        await applyBatch(views, generation, projection, page.events, page.position);
      }
    },
    async execute(aggregate, id, command) {
      const result = await execute(events, aggregate as never, id, command as never, {
        metadata: METADATA,
        eventId: () => newEventId(),
      });
      if (!result.accepted) throw new Error(result.reason);
    },
    shred: (id) => shredded.add(id),
  };

  for (const organization_id of ['org_1', 'org_2']) {
    await service.execute(ORGANIZATION, organization_id, {
      type: 'CreateOrganization',
      organization_id,
      name: `Organization ${organization_id}`,
      owner_user_id: `usr_of_${organization_id}`,
      root_id: organization_id,
      created_at: '2026-01-01T00:00:00.000Z',
    });
  }
  return service;
}
