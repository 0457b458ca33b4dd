/** A process of the distributed shape, with one role of the service or all of them. */
import type { DistributedConfiguration } from '../configuration.ts';
import { createSignInLinkOperations } from '../control/sign-in-link.ts';
import type { Logger } from '../logger.ts';
import { SERVICE_ROLES } from '../parts/service.ts';
import type { OpenedProcess } from '../process.ts';
import { openDistributedService } from './service.ts';

/** Throws the errors of opening the stores. */
export async function openDistributed(configuration: DistributedConfiguration, logger: Logger): Promise<OpenedProcess> {
  const { role } = configuration;
  const service = await openDistributedService(configuration, logger, new Set(role === 'all' ? SERVICE_ROLES : [role]));
  const languageModel = (await service.operatorModel.current())?.id ?? null;
  const signInLink = async () =>
    service.commands === null ? null : (await createSignInLinkOperations(service).signInLink({})).url;
  return { app: service.app, languageModel, signInLink, drain: service.finishRequests, close: service.close };
}
