/** The process of the embedded service, with its control socket for the command line. */
import type { EmbeddedConfiguration } from '../configuration.ts';
import { type ControlServer, serveControl } from '../control/server.ts';
import { controlSocketPath } from '../control/socket-path.ts';
import type { Logger } from '../logger.ts';
import type { Service } from '../parts/service.ts';
import type { OpenedProcess } from '../process.ts';
import { eraseExpiredAfterRestore } from './after-restore.ts';
import { openService } from './service.ts';

/** How long running operations of the control socket may take to finish when the process drains. */
const CONTROL_DRAIN_MS = 8_000;

/** Throws the errors of opening the service. */
export async function openEmbedded(
  configuration: EmbeddedConfiguration,
  logger: Logger,
  die: (error: Error) => void,
): Promise<OpenedProcess> {
  const service = await openService(configuration, logger, die);
  try {
    await eraseExpiredAfterRestore(configuration.dataDirectory, service.stores, logger);
  } catch (error) {
    await service.close();
    throw error;
  }
  const control = await openControl(configuration.dataDirectory, service, logger);
  if (service.bootstrap.keyFile !== null) {
    logger.info({ file: service.bootstrap.keyFile }, 'the owner key is in this file');
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

/** The service works without its control socket, which some file systems do not support. */
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
