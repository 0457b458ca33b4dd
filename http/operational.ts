/**
 * Endpoints for operators: liveness, readiness, metrics. They are not operations of the API. Anybody may ask the first
 * two; not everybody gets metrics.
 */
import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import { nextTurn } from '#common/turns.ts';
import { checkMetricsAccess } from './metrics-access.ts';
import { HEALTH_PATH, METRICS_PATH, READY_PATH } from './paths.ts';
import { sendText } from './send.ts';

export interface Readiness {
  ready: boolean;
  /** Each dependency by name: `ok`, or a word for what is wrong. */
  checks: Record<string, string>;
}

const READINESS_TIMEOUT_MS = 5_000;

/**
 * Runs `work` once for all callers that ask before it begins, so that many callers cost no more than one. The result is
 * never older than the question.
 */
function coalesced<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let next: Promise<Result> | null = null;
  return () => {
    next ??= nextTurn().then(() => {
      next = null;
      return work();
    });
    return next;
  };
}

export interface OperationalOptions {
  metrics: Registry;
  /** What callers from elsewhere must send to read metrics; null: they get none. */
  metricsToken: string | null;
  readiness: () => Promise<Readiness>;
}

/** Registers /healthz (the process responds), /readyz (200, or 503 with the checks) and /metrics (Prometheus text). */
export function registerOperational(
  app: FastifyInstance,
  { metrics, metricsToken, readiness }: OperationalOptions,
): void {
  const askReadiness = coalesced(readiness);
  const askMetrics = coalesced(() => metrics.metrics());
  app.get(HEALTH_PATH, async () => ({ status: 'ok' }));
  app.get(READY_PATH, { config: { handlerTimeoutMs: READINESS_TIMEOUT_MS } }, async (_request, reply) => {
    const { ready, checks } = await askReadiness();
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not_ready', checks });
  });
  app.get(METRICS_PATH, async (request, reply) => {
    checkMetricsAccess(request, metricsToken);
    return sendText(request, reply.header('content-type', metrics.contentType), await askMetrics());
  });
}
