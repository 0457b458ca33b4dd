/** Simulates several processes of the service, each with its roles, on shared stores inside the test's process. */
import { randomUUID } from 'node:crypto';
import { type EmbeddedConfiguration, readEmbeddedConfiguration } from '#apps/configuration.ts';
import type { Logger } from '#apps/logger.ts';
import { openOrClose } from '#apps/parts/closing.ts';
import { type Service, type ServiceRole, startService } from '#apps/parts/service.ts';
import type { Storage } from '#apps/parts/storage-watch.ts';
import type { Stores } from '#apps/parts/stores.ts';
import { createControlledEngine } from './controlled-engine.ts';

export interface ProcessOptions {
  stores: Stores;
  roles: readonly ServiceRole[];
  /** Owner key of the default organization. */
  key: string;
  logger: Logger;
  settings?: Partial<EmbeddedConfiguration>;
  /** Default: one that always has room. */
  storage?: Storage;
}

const ROOMY: Storage = { name: 'the storage of a test', tryWrite: async () => {}, hasRoom: async () => true };

/** Opens one such process. Closing it leaves the stores open. */
export function openProcess({
  stores,
  roles,
  key,
  logger,
  settings,
  storage = ROOMY,
}: ProcessOptions): Promise<Service> {
  return openOrClose((closing) =>
    startService(
      {
        configuration: { ...readEmbeddedConfiguration({}), publicSources: false, ...settings },
        logger,
        stores,
        roles: new Set(roles),
        instance: randomUUID(),
        ownerKey: { key, keyFile: null },
        shared: true,
        storage,
        checks: { stores: () => stores.events.head() },
      },
      closing,
      { createEngine: createControlledEngine },
    ),
  );
}
