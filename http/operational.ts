/** What operators ask: alive, ready, how it goes. No operations of the API, and open to whoever reaches the port. */
import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import { nextTurn } from '#common/turns.ts';
import { HEALTH_PATH, METRICS_PATH, READY_PATH } from './paths.ts';

export interface Readiness {
  ready: boolean;
  /** Each dependency by name: `ok`, or a word that says what is amiss. */
  checks: Record<string, string>;
}

const READINESS_TIMEOUT_MS = 5_000;

/**
 * One piece of work for all who ask before it begins, so that a crowd costs no more than one; what is told is never older
 * than the question.
 */
function shared<Told>(work: () => Promise<Told>): () => Promise<Told> {
  let next: Promise<Told> | null = null;
  return () => {
    next ??= nextTurn().then(() => {
      next = null;
      return work();
    });
    return next;
  };
}

/** Registers /healthz (the process answers), /readyz (200, or 503 with the checks) and /metrics (Prometheus text). */
export function registerOperational(
  app: FastifyInstance,
  { metrics, readiness }: { metrics: Registry; readiness: () => Promise<Readiness> },
): void {
  const askReadiness = shared(readiness);
  const askMetrics = shared(() => metrics.metrics());
  app.get(HEALTH_PATH, async () => ({ status: 'ok' }));
  app.get(READY_PATH, { config: { handlerTimeoutMs: READINESS_TIMEOUT_MS } }, async (_request, reply) => {
    const { ready, checks } = await askReadiness();
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not_ready', checks });
  });
  app.get(METRICS_PATH, async (_request, reply) =>
    reply.header('content-type', metrics.contentType).send(await askMetrics()),
  );
}
