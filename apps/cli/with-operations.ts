/** Where a command's work is done: by the service that runs on the data folder, or here, where none does. */
import { pino } from 'pino';
import { type Configuration, readConfiguration } from '../configuration.ts';
import { NoServiceError, remoteOperations } from '../control/client.ts';
import { createOperations, type Operations } from '../control/operations.ts';
import type { Report } from '../control/progress.ts';
import { openService } from '../embedded/service.ts';
import { createLogger } from '../logger.ts';

const STANDARD_ERROR = 2;

/**
 * Runs `work` beside a running service through its control socket; else takes the data folder, opens the service
 * without listening, and closes it afterwards. Throws what opening the service throws.
 */
export async function withOperations<Outcome>(
  report: Report,
  work: (operations: Operations) => Promise<Outcome>,
): Promise<Outcome> {
  const configuration = readConfiguration(process.env);
  const running = await runningService(configuration.dataDirectory, report);
  return running === null ? await workAlone(configuration, report, work) : await work(running);
}

async function runningService(dataDirectory: string, report: Report): Promise<Operations | null> {
  try {
    return await remoteOperations(dataDirectory, report);
  } catch (error) {
    if (error instanceof NoServiceError) return null;
    throw error;
  }
}

async function workAlone<Outcome>(
  configuration: Configuration,
  report: Report,
  work: (operations: Operations) => Promise<Outcome>,
): Promise<Outcome> {
  // The log is the service's, not the command's: it shows where it is asked for, and never among the output.
  const level = process.env.LOG_LEVEL ? configuration.logLevel : 'silent';
  const logger = createLogger(level, pino.destination({ dest: STANDARD_ERROR, sync: true }));
  const lost = Promise.withResolvers<never>();
  lost.promise.catch(() => {});
  const service = await openService(configuration, logger, lost.reject);
  try {
    return await Promise.race([work(createOperations(service, report)), lost.promise]);
  } finally {
    await service.close();
  }
}
