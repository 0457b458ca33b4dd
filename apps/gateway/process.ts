/** The gateway, the single address of the distributed service. It holds no state, and no secret but the token for metrics. */
import { systemClock } from '#common/time.ts';
import { closeServer } from '#http/closing.ts';
import type { ConnectionLimits } from '#http/connections.ts';
import { type Readiness, registerOperational } from '#http/operational.ts';
import { READY_PATH } from '#http/paths.ts';
import { createServer } from '#http/server.ts';
import type { GatewayConfiguration } from '../configuration.ts';
import type { Logger } from '../logger.ts';
import { createMetrics } from '../metrics.ts';
import { openTracing } from '../parts/tracing.ts';
import type { OpenedProcess } from '../process.ts';
import { forwardToApis } from './forward.ts';
import { createUpstreams } from './upstreams.ts';

/** An API aborts a handler some time after the limit of a synchronous verification; the gateway waits longer. */
const TIMEOUT_SLACK_MS = 15_000;
const HANDLER_SLACK_MS = 20_000;
const READY_WITHIN_MS = 2_000;

/** Same as for the APIs. */
const FINISH_WITHIN_MS = 10_000;

/** Settings that tests may change. */
export interface GatewayParts {
  connections?: Partial<ConnectionLimits>;
}

export async function openGateway(
  configuration: GatewayConfiguration,
  logger: Logger,
  { connections = {} }: GatewayParts = {},
): Promise<OpenedProcess> {
  const { commandApis, queryApis, syncTimeoutMs, trustedProxies } = configuration;
  const metrics = createMetrics();
  const tracing = await openTracing(configuration.tracing, logger, systemClock);
  const app = createServer({
    logger,
    trustedProxies,
    handlerTimeoutMs: syncTimeoutMs + HANDLER_SLACK_MS,
    metrics: metrics.registry,
    connections,
  });
  registerOperational(app, {
    metrics: metrics.registry,
    metricsToken: configuration.metricsToken ?? null,
    readiness: async (): Promise<Readiness> => {
      const [commandApi, queryApi] = await Promise.all([anyReady(commandApis), anyReady(queryApis)]);
      const word = (ready: boolean) => (ready ? 'ok' : 'unavailable');
      return {
        ready: commandApi && queryApi,
        checks: { 'command-api': word(commandApi), 'query-api': word(queryApi) },
      };
    },
  });
  await forwardToApis(app, {
    reads: createUpstreams(queryApis, Date.now),
    writes: createUpstreams(commandApis, Date.now),
    timeoutMs: syncTimeoutMs + TIMEOUT_SLACK_MS,
    tracing,
  });
  let closing: Promise<void> | null = null;
  const drain = () => {
    closing ??= closeServer(app, { finishWithinMs: FINISH_WITHIN_MS });
    return closing;
  };
  return {
    app,
    languageModel: null,
    drain,
    async close() {
      await drain();
      await tracing.close();
    },
  };
}

async function anyReady(origins: readonly string[]): Promise<boolean> {
  const asked = origins.map(async (origin) => {
    const response = await fetch(new URL(READY_PATH, origin), { signal: AbortSignal.timeout(READY_WITHIN_MS) });
    await response.body?.cancel();
    if (!response.ok) throw new Error('not ready');
  });
  return Promise.any(asked).then(
    () => true,
    () => false,
  );
}
