/** Durations of requests, by route template and status: never by path, which holds ids. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Histogram, type Registry } from 'prom-client';

const BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120];

/** Adds the histogram `http_request_duration_seconds` to `registry`; the answer records one finished request. */
export function createHttpMetrics(registry: Registry): (request: FastifyRequest, reply: FastifyReply) => void {
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the request head to the last byte of the answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS_SECONDS,
    registers: [registry],
  });
  return (request, reply) => {
    durations.observe(
      { method: request.method, route: routeOf(request), status: reply.statusCode },
      reply.elapsedTime / 1000,
    );
  };
}

/** The template of the route, or `unmatched`. */
export function routeOf(request: FastifyRequest): string {
  return request.routeOptions.url ?? 'unmatched';
}
