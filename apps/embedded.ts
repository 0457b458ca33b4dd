/** The embedded service as a process: configuration, signals, exit codes. */
import { flushCompileCache } from 'node:module';
import { type Configuration, readConfiguration, unknownVariables } from './configuration.ts';
import { createOperations } from './control/operations.ts';
import { type ControlServer, serveControl } from './control/server.ts';
import { controlSocketPath } from './control/socket-path.ts';
import { openService } from './embedded/service.ts';
import { createLogger, type Logger } from './logger.ts';
import type { Service } from './parts/service.ts';
import { EXIT, startFailure } from './start-failure.ts';

/** After SIGTERM everything must have ended by then; what is not finished is durable and goes on at the next start. */
const DRAIN_WITHIN_MS = 18_000;
/** What an operator asked for over the control socket gets this long to end. */
const CONTROL_DRAIN_MS = 8_000;

await main();

async function main(): Promise<void> {
  const configuration = configurationOrExit();
  const logger = createLogger(configuration.logLevel);
  for (const variable of unknownVariables(process.env)) logger.warn({ variable }, 'unknown variable, ignored');
  const die = (error: Error) => {
    logger.fatal({ err: error }, 'ending: what was acknowledged is on disk');
    logger.flush(() => process.exit(EXIT.failed));
  };
  process.on('uncaughtException', die);
  process.on('unhandledRejection', (reason) => die(reason instanceof Error ? reason : new Error('rejection')));

  const { host, port, dataDirectory } = configuration;
  let service: Service | null = null;
  let control: ControlServer | null = null;
  let url: string;
  try {
    service = await openService(configuration, logger, die);
    control = await openControl(dataDirectory, service, logger);
    url = await service.app.listen({ host, port });
  } catch (error) {
    await Promise.allSettled([control?.close(0), service?.close()]);
    exitBecauseOf(error, configuration);
  }
  drainOnSignals(service, control, logger, die);
  if (service.bootstrap.keyFile !== null) {
    logger.info({ file: service.bootstrap.keyFile }, 'the owner key stands in this file');
  }
  logger.info({ url }, 'listening');
  // Written now, because a process that is killed would leave nothing for the next start.
  flushCompileCache();
}

function configurationOrExit(): Configuration {
  try {
    return readConfiguration(process.env);
  } catch (error) {
    exitBecauseOf(error, null);
  }
}

/** The service is of use without its control socket, and some file systems have none. */
async function openControl(folder: string, service: Service, logger: Logger): Promise<ControlServer | null> {
  try {
    return await serveControl(controlSocketPath(folder), (report) => createOperations(service, report));
  } catch (error) {
    logger.warn({ err: error }, 'no control socket: the command line works only while the service is stopped');
    return null;
  }
}

function drainOnSignals(
  service: Service,
  control: ControlServer | null,
  logger: Logger,
  die: (error: Error) => void,
): void {
  let draining = false;
  const drain = async (signal: string) => {
    if (draining) return;
    draining = true;
    logger.info({ signal }, 'draining');
    setTimeout(() => die(new Error('draining took too long')), DRAIN_WITHIN_MS).unref();
    await Promise.all([control?.close(CONTROL_DRAIN_MS), service.finishRequests()]);
    await service.close();
    logger.info('stopped');
    logger.flush(() => process.exit(EXIT.done));
  };
  process.on('SIGTERM', () => void drain('SIGTERM'));
  process.on('SIGINT', () => void drain('SIGINT'));
}

function exitBecauseOf(error: unknown, address: { host: string; port: number } | null): never {
  const { message, exitCode } = startFailure(error, address);
  console.error(message);
  process.exit(exitCode);
}
