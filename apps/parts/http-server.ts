/** The HTTP server of a process: operational routes, and draining of requests. */
import type { FastifyInstance } from 'fastify';
import { createJobTokens } from '#http/auth/job-tokens.ts';
import { createKeyAuthenticator } from '#http/auth/key-authenticator.ts';
import { createSessionAuthenticator } from '#http/auth/session-authenticator.ts';
import { createBodyBudget } from '#http/body-budget.ts';
import { closeServer } from '#http/closing.ts';
import { type Readiness, registerOperational } from '#http/operational.ts';
import { createRefusedCalls } from '#http/refused-calls.ts';
import { createResponseSlots } from '#http/response-slots.ts';
import type { RouteDependencies } from '#http/route.ts';
import { createServer } from '#http/server.ts';
import { openRefusalLog } from './audit.ts';
import type { Core } from './core.ts';

/** Added to the time limit of a synchronous verification. */
const HANDLER_SLACK_MS = 10_000;
const FINISH_WITHIN_MS = 10_000;

export interface HttpServer {
  app: FastifyInstance;
  /** Dependencies of the routes of both APIs. */
  routes: RouteDependencies;
  /**
   * Accepts no more requests. Resolves when the running ones are finished, or the time for draining is over. May be
   * called repeatedly.
   */
  finishRequests(): Promise<void>;
}

export interface HttpServerOptions {
  readiness: () => Promise<Readiness>;
  /** Time limit for requests while draining; then `onImpatient` is called. */
  finishWithinMs?: number | undefined;
  onImpatient(): void;
}

/** Creates a server that does not listen yet. */
export function createHttpServer(
  { configuration, logger, metrics, stores, secrets, tracing }: Core,
  { readiness, finishWithinMs = FINISH_WITHIN_MS, onImpatient }: HttpServerOptions,
  closing: AsyncDisposableStack,
): HttpServer {
  const { events, operations, clock, roots } = stores;
  const app = createServer({
    logger,
    trustedProxies: configuration.trustedProxies,
    handlerTimeoutMs: configuration.syncTimeoutMs + HANDLER_SLACK_MS,
    metrics: metrics.registry,
  });
  let finishing: Promise<void> | null = null;
  const finishRequests = () => {
    finishing ??= closeServer(app, { finishWithinMs, onImpatient });
    return finishing;
  };
  closing.defer(finishRequests);
  const metricsToken = configuration.metricsToken ?? null;
  registerOperational(app, { metrics: metrics.registry, metricsToken, readiness });
  return {
    app,
    routes: {
      authenticator: createKeyAuthenticator({ events, operations }, secrets.pepper),
      sessions: createSessionAuthenticator({
        events,
        operations,
        clock,
        pepper: secrets.pepper,
        publicUrl: configuration.publicUrl ?? null,
      }),
      jobTokens: createJobTokens(events, secrets.jobTokens),
      counters: {
        hit: (...counted) => operations.counters.hit(...counted),
        quota: (...asked) => operations.admission.quota(...asked),
      },
      bodies: createBodyBudget(),
      rootOf: roots.of,
      responseSlots: createResponseSlots({ rootOf: roots.of }),
      refusedCalls: createRefusedCalls(operations.counters, clock),
      refusals: openRefusalLog({ stores, logger }),
      clock,
      tracing,
    },
    finishRequests,
  };
}
