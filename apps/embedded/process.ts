/** The process of the embedded service, with its control socket for the command line. */
import type { EmbeddedConfiguration } from '../configuration.ts';
import { type ControlServer, serveControl } from '../control/server.ts';
import { createSignInLinkOperations } from '../control/sign-in-link.ts';
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
  const languageModel = await service.operatorModel.current();
  if (languageModel === null) void tellOfLanguageModels(logger);
  return {
    app: service.app,
    languageModel: languageModel?.id ?? null,
    signInLink: async () => (await createSignInLinkOperations(service).signInLink({})).url,
    drain: () => Promise.all([control?.close(CONTROL_DRAIN_MS), service.finishRequests()]),
    async close() {
      await Promise.allSettled([control?.close(0)]);
      await service.close();
    },
  };
}

/** Nothing is used unasked: who has a server on this machine, and no model in use, is told how to use it. */
async function tellOfLanguageModels(logger: Logger): Promise<void> {
  try {
    const [{ findServers }, { openDirectDispatcher }] = await Promise.all([
      import('#platform/models/local-servers.ts'),
      import('#platform/outbound/direct-dispatcher.ts'),
    ]);
    const dispatcher = await openDirectDispatcher();
    const [found] = (await findServers(dispatcher)).filter(({ models }) => models.length > 0);
    await dispatcher.close();
    if (found === undefined) return;
    const command = `npm run evidence -- model use ${found.id}/${found.models[0]}`;
    logger.info(
      { server: found.name, models: found.models.length, command },
      'a language model on this machine could judge',
    );
  } catch {
    // A hint only: the service works without it.
  }
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
