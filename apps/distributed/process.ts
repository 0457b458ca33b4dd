/** A process of the distributed shape, with one role of the service or all of them. */
import type { DistributedConfiguration } from '../configuration.ts';
import type { Logger } from '../logger.ts';
import { ROLES } from '../parts/service.ts';
import type { OpenedProcess } from '../process.ts';
import { openDistributedService } from './service.ts';

/** Throws the errors of opening the stores. */
export async function openDistributed(configuration: DistributedConfiguration, logger: Logger): Promise<OpenedProcess> {
  const { role } = configuration;
  const service = await openDistributedService(configuration, logger, new Set(role === 'all' ? ROLES : [role]));
  return { app: service.app, drain: service.finishRequests, close: service.close };
}
