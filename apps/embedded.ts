/** The embedded service as a process: configuration, signals, exit codes. */
import { ConfigurationError, readConfiguration } from './configuration.ts';
import { DataFolderInUseError } from './data-folder.ts';
import { type EmbeddedService, openService } from './embedded/service.ts';
import { createLogger } from './logger.ts';

/** 2: a bad setting. 3: the data folder is taken. 1: anything else. */
const EXIT = { failure: 1, configuration: 2, inUse: 3 } as const;
/** After SIGTERM everything must have ended by then; what is not finished is durable and goes on at the next start. */
const DRAIN_WITHIN_MS = 18_000;

await main();

async function main(): Promise<void> {
  let configuration: ReturnType<typeof readConfiguration>;
  try {
    configuration = readConfiguration(process.env);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    console.error(error.message);
    process.exit(EXIT.configuration);
  }
  const logger = createLogger(configuration.logLevel);
  const die = (error: Error) => {
    logger.fatal({ err: error }, 'ending: what was acknowledged is on disk');
    logger.flush(() => process.exit(EXIT.failure));
  };
  process.on('uncaughtException', die);
  process.on('unhandledRejection', (reason) => die(reason instanceof Error ? reason : new Error('rejection')));

  let service: EmbeddedService;
  try {
    service = await openService(configuration, logger, die);
  } catch (error) {
    const code = error instanceof DataFolderInUseError ? EXIT.inUse : EXIT.failure;
    console.error(error instanceof Error ? error.message : 'the service could not start');
    process.exit(code);
  }
  const url = await service.app.listen({ host: configuration.host, port: configuration.port });
  if (service.bootstrap.keyFile !== null) {
    logger.info({ file: service.bootstrap.keyFile }, 'the owner key stands in this file');
  }
  logger.info({ url }, 'listening');

  let draining = false;
  const drain = async (signal: string) => {
    if (draining) return;
    draining = true;
    logger.info({ signal }, 'draining');
    setTimeout(() => die(new Error('draining took too long')), DRAIN_WITHIN_MS).unref();
    await service.close();
    logger.info('stopped');
    logger.flush(() => process.exit(0));
  };
  process.on('SIGTERM', () => void drain('SIGTERM'));
  process.on('SIGINT', () => void drain('SIGINT'));
}
