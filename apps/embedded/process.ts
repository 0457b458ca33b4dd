/** The embedded service as a process: the service, and its control socket for the command line. */
import type { EmbeddedConfiguration } from '../configuration.ts';
import { type ControlServer, serveControl } from '../control/server.ts';
import { controlSocketPath } from '../control/socket-path.ts';
import type { Logger } from '../logger.ts';
import type { Service } from '../parts/service.ts';
import type { OpenedProcess } from '../process.ts';
import { openService } from './service.ts';

/** What an operator asked for over the control socket gets this long to end. */
const CONTROL_DRAIN_MS = 8_000;

/** Throws what opening the service throws. */
export async function openEmbedded(
  configuration: EmbeddedConfiguration,
  logger: Logger,
  die: (error: Error) => void,
): Promise<OpenedProcess> {
  const service = await openService(configuration, logger, die);
  const control = await openControl(configuration.dataDirectory, service, logger);
  if (service.bootstrap.keyFile !== null) {
    logger.info({ file: service.bootstrap.keyFile }, 'the owner key stands in this file');
  }
  return {
    app: service.app,
    drain: () => Promise.all([control?.close(CONTROL_DRAIN_MS), service.finishRequests()]),
    async close() {
      await Promise.allSettled([control?.close(0)]);
      await service.close();
    },
  };
}

/** The service is of use without its control socket, and some file systems have none. */
async function openControl(folder: string, service: Service, logger: Logger): Promise<ControlServer | null> {
  try {
    return await serveControl(controlSocketPath(folder), async (report) => {
      const { createOperations } = await import('../control/operations.ts');
      return createOperations(service, report);
    });
  } catch (error) {
    logger.warn({ err: error }, 'no control socket: the command line works only while the service is stopped');
    return null;
  }
}
