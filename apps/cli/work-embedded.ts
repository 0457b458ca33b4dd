/** Opens the service inside the command's own process. */
import { pino } from 'pino';
import type { EmbeddedConfiguration, ServiceConfiguration } from '../configuration.ts';
import { createOperations, type Operations } from '../control/operations.ts';
import type { Report } from '../control/progress.ts';
import { openService } from '../embedded/service.ts';
import { createLogger, type Logger } from '../logger.ts';
import type { Service } from '../parts/service.ts';

const STANDARD_ERROR = 2;

/** Locks the data folder, opens the service without listening, runs `work`, closes. Throws the errors of opening. */
export function workEmbedded<Outcome>(
  configuration: EmbeddedConfiguration,
  report: Report,
  work: (operations: Operations, service: Service) => Promise<Outcome>,
): Promise<Outcome> {
  return workWith((logger, lost) => openService(configuration, logger, lost), configuration, report, work);
}

/** Opens the service, runs `work`, closes. Rejects early when the service is lost. */
export async function workWith<Outcome>(
  open: (logger: Logger, lost: (error: Error) => void) => Promise<Service>,
  configuration: ServiceConfiguration,
  report: Report,
  work: (operations: Operations, service: Service) => Promise<Outcome>,
): Promise<Outcome> {
  // The log is the service's, not the command's: it is written on request only, and never to standard output.
  const level = process.env.LOG_LEVEL ? configuration.logLevel : 'silent';
  const logger = createLogger(level, pino.destination({ dest: STANDARD_ERROR, sync: true }));
  const lost = Promise.withResolvers<never>();
  lost.promise.catch(() => {});
  const service = await open(logger, lost.reject);
  try {
    return await Promise.race([work(createOperations(service, report), service), lost.promise]);
  } finally {
    await service.close();
  }
}
