/** Counts connections that were closed because of a limit, and logs them now and then. */
import type { FastifyBaseLogger } from 'fastify';
import { Counter, Gauge, type Registry } from 'prom-client';
import { CUT_OFFS, type CutOff } from './connections.ts';

/** At most one line a minute, even in a flood. */
const LOG_EVERY_MS = 60_000;

export interface CutOffOptions {
  logger?: FastifyBaseLogger;
  metrics?: Registry;
}

/**
 * Adds `http_connections` and `http_connections_cut_off_total` to the registry. Returns a function that records one
 * cut-off.
 */
export function countCutOffs(open: () => number, { logger, metrics }: CutOffOptions): (reason: CutOff) => void {
  const counter = metrics && registerMetrics(metrics, open);
  let loggedAt = Number.NEGATIVE_INFINITY;
  let since: Partial<Record<CutOff, number>> = {};
  return (reason) => {
    counter?.inc({ reason });
    since[reason] = (since[reason] ?? 0) + 1;
    const now = performance.now();
    if (now - loggedAt < LOG_EVERY_MS) return;
    loggedAt = now;
    logger?.warn({ open: open(), ...since }, 'connections were cut off');
    since = {};
  };
}

function registerMetrics(metrics: Registry, open: () => number): Counter<'reason'> {
  new Gauge({
    name: 'http_connections',
    help: 'Open connections.',
    registers: [metrics],
    collect() {
      this.set(open());
    },
  });
  const counter = new Counter({
    name: 'http_connections_cut_off_total',
    help: 'Connections that were ended because of a limit.',
    labelNames: ['reason'],
    registers: [metrics],
  });
  // Told from the beginning, as Prometheus sees no increase in a series that begins with its first cut-off.
  for (const reason of CUT_OFFS) counter.inc({ reason }, 0);
  return counter;
}
