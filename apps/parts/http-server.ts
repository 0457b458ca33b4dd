/** The server of a process: what operators ask of it, and how its requests come to an end. */
import type { FastifyInstance } from 'fastify';
import { createAnswerSlots } from '#http/answer-slots.ts';
import { createKeyAuthenticator } from '#http/auth/key-authenticator.ts';
import { createBodyBudget } from '#http/body-budget.ts';
import { closeServer } from '#http/closing.ts';
import { type Readiness, registerOperational } from '#http/operational.ts';
import { createRefusedCalls } from '#http/refused-calls.ts';
import type { RouteDependencies } from '#http/route.ts';
import { createServer } from '#http/server.ts';
import type { Core } from './core.ts';

/** Beyond the time that a synchronous verification waits. */
const HANDLER_SLACK_MS = 10_000;
const FINISH_WITHIN_MS = 10_000;

export interface HttpServer {
  app: FastifyInstance;
  /** What the routes of both APIs are registered with. */
  routes: RouteDependencies;
  /**
   * Takes no more requests; resolves when those under way are answered, which takes at most as long as draining allows.
   * Safe to call again.
   */
  finishRequests(): Promise<void>;
}

export interface HttpServerOptions {
  readiness: () => Promise<Readiness>;
  /** While draining, requests have this long to finish; then `onImpatient` is called. */
  finishWithinMs?: number | undefined;
  onImpatient(): void;
}

/** Not yet listening. */
export function createHttpServer(
  { configuration, logger, metrics, stores, secrets, tracing }: Core,
  { readiness, finishWithinMs = FINISH_WITHIN_MS, onImpatient }: HttpServerOptions,
  closing: AsyncDisposableStack,
): HttpServer {
  const { events, operations, clock } = stores;
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
  registerOperational(app, { metrics: metrics.registry, readiness });
  return {
    app,
    routes: {
      authenticator: createKeyAuthenticator({ events, operations }, secrets.pepper),
      counters: {
        hit: (...counted) => operations.counters.hit(...counted),
        quota: (...asked) => operations.admission.quota(...asked),
      },
      bodies: createBodyBudget(),
      answers: createAnswerSlots(),
      refusedCalls: createRefusedCalls(operations.counters, clock),
      clock,
      tracing,
    },
    finishRequests,
  };
}
