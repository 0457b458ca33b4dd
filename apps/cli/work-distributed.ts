/** Opens the service inside the command's own process, over the servers of the distributed shape. */
import type { DistributedConfiguration } from '../configuration.ts';
import type { Operations } from '../control/operations.ts';
import type { Report } from '../control/progress.ts';
import { openDistributedService } from '../distributed/service.ts';
import type { ServiceRole } from '../parts/service.ts';
import { workWith } from './work-embedded.ts';

/** Commands only need the APIs; stages and projectors run in the processes of the service. */
const ROLES: ReadonlySet<ServiceRole> = new Set(['command-api', 'query-api']);

/** Connects, runs `work`, disconnects. Throws the errors of connecting. */
export function workDistributed<Outcome>(
  configuration: DistributedConfiguration,
  report: Report,
  work: (operations: Operations) => Promise<Outcome>,
): Promise<Outcome> {
  return workWith((logger) => openDistributedService(configuration, logger, ROLES), configuration, report, work);
}
