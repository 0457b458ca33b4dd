/** Starts the embedded service while its threads are starting. */
import type { Clock } from '#contracts/ports/clock.ts';
import type { EmbeddedConfiguration } from '../configuration.ts';
import type { DataFolder } from '../data-folder.ts';
import { openFileStates } from '../library/file-states.ts';
import type { Logger } from '../logger.ts';
import { ownerKeyOf } from '../parts/bootstrap.ts';
import { SERVICE_ROLES, type Service, type ServiceParts, startService } from '../parts/service.ts';
import { storesOn } from './stores.ts';
import type { StoreThreads } from './threads.ts';
import { volumeOf } from './volume.ts';

/** Replacements for tests and evaluations. */
export interface EmbeddedParts extends ServiceParts {
  clock?: Clock;
}

export interface EmbeddedStart {
  configuration: EmbeddedConfiguration;
  logger: Logger;
  folder: DataFolder;
  threads: StoreThreads;
  closing: AsyncDisposableStack;
}

/** Starts everything except listening; `closing` closes what was opened. Throws like `openService`. */
export async function startOnThreads(
  { configuration, logger, folder, threads, closing }: EmbeddedStart,
  { clock, ...parts }: EmbeddedParts,
): Promise<Service> {
  const stores = await storesOn(threads, { folder, logger, ...(clock && { clock }) });
  closing.defer(() => stores.close());
  const embedded = {
    configuration,
    logger,
    stores,
    roles: new Set(SERVICE_ROLES),
    instance: `embedded-${process.pid}`,
    ownerKey: ownerKeyOf(configuration.bootstrapKey, folder.file('bootstrap-key')),
    shared: false,
    storage: volumeOf(folder),
    checks: { stores: () => stores.events.head() },
    fileStates: () => openFileStates(folder.file('library-files.json')),
  };
  return await startService(embedded, closing, parts);
}
