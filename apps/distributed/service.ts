/**
 * The composition root of the distributed shape: the parts that a role asks for, over the three servers.
 * Nothing else in the code knows that this shape exists.
 */
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { systemClock } from '#common/time.ts';
import type { Clock } from '#contracts/ports/clock.ts';
import type { ServerValues } from '#contracts/ports/server-values.ts';
import type { DistributedConfiguration } from '../configuration.ts';
import { requireLibraryFolder } from '../library/folder.ts';
import type { Logger } from '../logger.ts';
import { openOrClose } from '../parts/closing.ts';
import { type Service, type ServiceParts, type ServiceRole, startService } from '../parts/service.ts';
import type { Storage } from '../parts/storage-watch.ts';
import { openServerStores } from './stores.ts';

const ROOM_TEST = 'room-test';

/** Replacements for tests. */
export interface DistributedParts extends ServiceParts {
  clock?: Clock;
}

/**
 * Connects to the servers and starts the roles, without listening. Throws ConfigurationError, KeyVaultError, or errors
 * of the servers' clients; everything is closed again in that case.
 */
export function openDistributedService(
  configuration: DistributedConfiguration,
  logger: Logger,
  roles: ReadonlySet<ServiceRole>,
  { clock = systemClock, ...parts }: DistributedParts = {},
): Promise<Service> {
  return openOrClose(async (closing) => {
    if (roles.has('pipeline')) requireLibraryFolder(configuration.libraryDirectory);
    // Must differ even between processes of one host or of two containers with one name, as it identifies lease
    // holders.
    const instance = `${hostname()}-${process.pid}-${randomUUID()}`;
    const stores = await openServerStores({ configuration, logger, clock, instance });
    closing.defer(() => stores.close());
    return await startService(
      {
        configuration,
        logger,
        stores,
        roles,
        instance,
        ownerKey: { key: configuration.bootstrapKey, keyFile: null },
        shared: true,
        storage: documentStore(stores.operations.values),
        checks: {
          event_store: () => stores.events.head(),
          document_store: () => stores.operations.values.get('readiness'),
        },
      },
      closing,
      parts,
    );
  });
}

/** The event store tells nobody that it is full: it stops, and is unavailable. */
function documentStore(values: ServerValues): Storage {
  return {
    name: 'MongoDB',
    async tryWrite() {
      const last = await values.get(ROOM_TEST);
      // Another process may have changed it meanwhile, which shows the same.
      await values.compareAndSet(ROOM_TEST, last, randomUUID());
    },
    // A server says so only when something is written.
    hasRoom: async () => true,
  };
}
