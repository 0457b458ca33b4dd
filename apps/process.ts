/** Runs a process of any role: reads the configuration, opens the process, listens, drains on a signal. */
import { flushCompileCache } from 'node:module';
import type { FastifyInstance } from 'fastify';
import { listen } from '#http/listen.ts';
import { type Configuration, readConfiguration } from './configuration.ts';
import { unknownVariables } from './environment.ts';
import { createLogger, type Logger } from './logger.ts';
import { EXIT, startFailure } from './start-failure.ts';
import { startedWith } from './started-with.ts';
import { variableMeant } from './variable-meant.ts';

/** Time limit of draining after SIGTERM. Unfinished work is durable and continues at the next start. */
const DRAIN_WITHIN_MS = 18_000;

/** An opened process of any role. */
export interface OpenedProcess {
  /** Not listening yet when returned. */
  app: FastifyInstance;
  /** Name of the operator's language model at the start; null: none, or not this process's. */
  languageModel: string | null;
  /** A link that signs the owner in to the workbench; null if this process does not serve it. */
  signInLink?(): Promise<string | null>;
  /** Accepts nothing new, and resolves when running requests are finished. */
  drain(): Promise<unknown>;
  /** Closes everything, the server included. */
  close(): Promise<void>;
}

export type OpenProcess<Shape extends Configuration = Configuration> = (
  configuration: Shape,
  logger: Logger,
  /** Called when the process must end. */
  die: (error: Error) => void,
) => Promise<OpenedProcess>;

/** Runs until a signal ends it. If the start fails, prints the reason on standard error and sets the exit code. */
export async function runProcess(environment: Record<string, string | undefined>, open: OpenProcess): Promise<void> {
  const configuration = configurationOrExit(environment);
  const logger = createLogger(configuration.logLevel);
  for (const variable of unknownVariables(environment)) {
    const did_you_mean = variableMeant(variable) ?? undefined;
    logger.warn({ variable, did_you_mean }, 'unknown variable, ignored');
  }
  const die = (error: Error) => {
    logger.fatal({ err: error }, 'exiting after an unexpected error; everything acknowledged is durable');
    logger.flush(() => process.exit(EXIT.failed));
  };
  process.on('uncaughtException', die);
  process.on('unhandledRejection', (reason) => die(reason instanceof Error ? reason : new Error('rejection')));

  const { host, port } = configuration;
  let opened: OpenedProcess | null = null;
  let url: string;
  try {
    opened = await open(configuration, logger, die);
    url = await listen(opened.app, { host, port });
  } catch (error) {
    await opened?.close().catch(() => {});
    exitBecauseOf(error, configuration);
  }
  drainOnSignals(opened, logger, die);
  logger.info({ url, ...startedWith(configuration, opened.languageModel) }, 'listening');
  if (process.stdout.isTTY) await showSignInLink(opened);
  // Written now, as a killed process would leave nothing for the next start.
  flushCompileCache();
}

/** On a terminal only, and not as a log line: whoever has the link is the owner. */
async function showSignInLink(opened: OpenedProcess): Promise<void> {
  const link = await opened.signInLink?.().catch(() => null);
  if (link)
    process.stdout.write(
      `\n  The workbench: ${link}\n  (signs you in, once, within ten minutes; another: npm run evidence -- login)\n\n`,
    );
}

function configurationOrExit(environment: Record<string, string | undefined>): Configuration {
  try {
    return readConfiguration(environment);
  } catch (error) {
    exitBecauseOf(error, null);
  }
}

function drainOnSignals(opened: OpenedProcess, logger: Logger, die: (error: Error) => void): void {
  let draining = false;
  const drain = async (signal: string) => {
    if (draining) return;
    draining = true;
    logger.info({ signal }, 'draining');
    setTimeout(() => die(new Error('draining took too long')), DRAIN_WITHIN_MS).unref();
    await opened.drain();
    await opened.close();
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
