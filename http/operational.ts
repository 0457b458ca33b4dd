/** What operators ask: alive, ready, how it goes. No operations of the API, and open to whoever reaches the port. */
import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import { HEALTH_PATH, METRICS_PATH, READY_PATH } from './paths.ts';

export interface Readiness {
  ready: boolean;
  /** Each dependency by name: `ok`, or a word that says what is amiss. */
  checks: Record<string, string>;
}

const READINESS_TIMEOUT_MS = 5_000;

/** Registers /healthz (the process answers), /readyz (200, or 503 with the checks) and /metrics (Prometheus text). */
export function registerOperational(
  app: FastifyInstance,
  { metrics, readiness }: { metrics: Registry; readiness: () => Promise<Readiness> },
): void {
  app.get(HEALTH_PATH, async () => ({ status: 'ok' }));
  app.get(READY_PATH, { handlerTimeout: READINESS_TIMEOUT_MS }, async (_request, reply) => {
    const { ready, checks } = await readiness();
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not_ready', checks });
  });
  app.get(METRICS_PATH, async (_request, reply) =>
    reply.header('content-type', metrics.contentType).send(await metrics.metrics()),
  );
}
