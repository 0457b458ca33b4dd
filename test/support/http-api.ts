/** A server with a few operations whose handlers echo their input, for tests of everything around a handler. */
import type { FastifyBaseLogger, FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { Registry } from 'prom-client';
import { generateApiKey } from '#common/api-key-format.ts';
import type { Operation } from '#contracts/http/operation.ts';
import { createPolicy, estimateUsage } from '#contracts/http/operations/configuration.ts';
import { changeSettings, createApiKey, revokeApiKey, rotateApiKey } from '#contracts/http/operations/organization.ts';
import {
  createBatch,
  createVerification,
  getVerification,
  listReviews,
} from '#contracts/http/operations/verification.ts';
import type { Clock } from '#contracts/ports/clock.ts';
import { SCOPES } from '#contracts/vocabulary.ts';
import { type BodyBudget, createBodyBudget } from '#http/body-budget.ts';
import type { Principal } from '#http/context.ts';
import { registerOpenApi } from '#http/openapi.ts';
import { registerOperational } from '#http/operational.ts';
import type { RateCounters } from '#http/rate-limit.ts';
import { createRefusedCalls } from '#http/refused-calls.ts';
import { createResponseSlots, type ResponseSlots } from '#http/response-slots.ts';
import { type Handler, type HandlerResult, registerRoute } from '#http/route.ts';
import { createServer, type ServerOptions } from '#http/server.ts';

/** What /metrics asks of strangers. */
export const METRICS_TOKEN = 'a-token-of-the-scraper';
export const KEY = generateApiKey('development');
export const NOW = Date.UTC(2026, 0, 1, 12, 0, 30);

export const owner: Principal = {
  kind: 'api_key',
  key_id: 'key_1',
  organization_id: 'org_1',
  user_id: 'usr_1',
  session_id: null,
  project_id: null,
  role: 'owner',
  scopes: SCOPES,
  environment: 'development',
  quota_per_hour: 100,
  monthly_cost_limit_cents: null,
  allowed_ips: [],
};

export interface TestApiOptions extends ServerOptions {
  /** The principal that KEY authenticates; default: `owner`. */
  principal?: Principal;
  /** Further keys besides KEY. */
  others?: Record<string, Principal | { failure: 'invalid_api_key' | 'key_revoked' }>;
  /** Replaces the handler that echoes the input. */
  handler?: Handler<Operation>;
  ready?: boolean;
  bodies?: BodyBudget;
  /** Default: organizations are their own roots. */
  rootOf?: (organizationId: string) => Promise<string>;
  responseSlots?: ResponseSlots;
  counters?: RateCounters;
  clock?: Clock;
  /** What the look-up of a key waits for. */
  beforeAuthentication?: () => Promise<void>;
}

export interface TestApi {
  app: FastifyInstance;
  /** Operation ids and parsed input, in the order in which handlers were called. */
  calls: { operation: string; params: unknown; query: unknown; body: unknown; idempotency_key: string | null }[];
  /** Sends KEY as the bearer token, unless the headers contain another one. */
  request(options: InjectOptions): Promise<LightMyRequestResponse>;
  metrics: Registry;
}

const SERVED: readonly Operation[] = [
  createVerification,
  createBatch,
  getVerification,
  listReviews,
  createPolicy,
  estimateUsage,
  changeSettings,
  createApiKey,
  revokeApiKey,
  rotateApiKey,
];

/** Creates the server; it doesn't listen. */
export function createTestApi(options: TestApiOptions = {}): TestApi {
  const metrics = new Registry();
  const app = createServer({ metrics, ...options });
  const calls: TestApi['calls'] = [];
  const clock = options.clock ?? { now: () => NOW };
  const counters = options.counters ?? fixedWindowCounters();
  const dependencies = {
    clock,
    counters,
    refusedCalls: createRefusedCalls(counters, clock),
    bodies: options.bodies ?? createBodyBudget(),
    ...(options.rootOf && { rootOf: options.rootOf }),
    responseSlots: options.responseSlots ?? createResponseSlots(),
    authenticator: {
      authenticate: async (secret: string) => {
        await options.beforeAuthentication?.();
        if (secret === KEY) return options.principal ?? owner;
        return options.others?.[secret] ?? { failure: 'invalid_api_key' as const };
      },
    },
  };
  for (const operation of SERVED) {
    registerRoute<Operation>(app, dependencies, operation, async (input) => {
      const { params, query, body, context } = input;
      calls.push({
        operation: operation.operationId,
        params,
        query,
        body,
        idempotency_key: context.idempotency_key,
      });
      if (options.handler !== undefined) return options.handler(input);
      return { body: operation.success.body && { params, query, body, context } } as unknown as HandlerResult;
    });
  }
  registerOpenApi(app);
  registerOperational(app, {
    metricsToken: METRICS_TOKEN,
    metrics,
    readiness: async () => ({
      ready: options.ready ?? true,
      checks: { events: options.ready === false ? 'down' : 'ok' },
    }),
  });
  return {
    app,
    calls,
    metrics,
    request: (request) => app.inject({ ...request, headers: { authorization: `Bearer ${KEY}`, ...request.headers } }),
  };
}

/** Rate counters for one process and a single window. */
export function fixedWindowCounters(): RateCounters {
  const counts = new Map<string, number>();
  const state = (limit: number, used: number, window_ms: number, now_ms: number) => ({
    limit,
    remaining: Math.max(0, limit - used),
    reset_seconds: (window_ms - (now_ms % window_ms)) / 1000,
  });
  return {
    async hit(counter, limit, window_ms, now_ms) {
      const used = (counts.get(counter) ?? 0) + 1;
      counts.set(counter, used);
      return { ...state(limit, used, window_ms, now_ms), allowed: used <= limit };
    },
    quota: async (_keyId, quotaPerHour, now_ms) => state(quotaPerHour, 0, 3_600_000, now_ms),
  };
}

export interface LogLine {
  level: string;
  fields: Record<string, unknown>;
  message: string;
}

const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/** A logger that keeps its lines, each with the bindings of the child that wrote it. */
export function recordingLogger(): { logger: FastifyBaseLogger; lines: LogLine[] } {
  const lines: LogLine[] = [];
  const loggerWith = (bindings: object): FastifyBaseLogger => {
    const write = (level: string) => (fields: object, message: string) =>
      void lines.push({ level, fields: { ...bindings, ...fields }, message });
    return {
      ...Object.fromEntries(LEVELS.map((level) => [level, write(level)])),
      level: 'trace',
      child: (more: object) => loggerWith({ ...bindings, ...more }),
    } as unknown as FastifyBaseLogger;
  };
  return { logger: loggerWith({}), lines };
}
