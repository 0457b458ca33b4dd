/**
 * The composition root of the embedded shape: every part in one process, over a data folder.
 * Nothing else in the code knows that this shape exists.
 */
import { type Clock, systemClock } from '#contracts/ports/clock.ts';
import type { EmbeddedConfiguration } from '../configuration.ts';
import { takeDataFolder } from '../data-folder.ts';
import { openFileStates } from '../library/file-states.ts';
import type { Logger } from '../logger.ts';
import { ownerKeyOf } from '../parts/bootstrap.ts';
import { openOrClose } from '../parts/closing.ts';
import { requireLibraryFolder } from '../parts/library.ts';
import { ROLES, type Service, type ServiceParts, startService } from '../parts/service.ts';
import { openStores } from './stores.ts';

/** What tests may put in place of the real thing. */
export interface EmbeddedParts extends ServiceParts {
  clock?: Clock;
}

/**
 * Opens the data folder and starts everything but the listening. Throws ConfigurationError, DataFolderInUseError,
 * DataFolderUnusableError, MasterKeyError, KeyVaultError, or what the file system throws; nothing stays open then.
 * `onFatal` is told when the process must end.
 */
export function openService(
  configuration: EmbeddedConfiguration,
  logger: Logger,
  onFatal: (error: Error) => void,
  { clock = systemClock, ...parts }: EmbeddedParts = {},
): Promise<Service> {
  return openOrClose(async (closing) => {
    requireLibraryFolder(configuration.libraryDirectory);
    const folder = takeDataFolder(configuration.dataDirectory);
    closing.push(() => folder.release());
    const stores = await openStores({
      folder,
      masterKey: configuration.masterKey,
      previousMasterKey: configuration.previousMasterKey,
      logger,
      clock,
      onLost: onFatal,
    });
    closing.push(() => stores.close());
    const embedded = {
      configuration,
      logger,
      stores,
      roles: new Set(ROLES),
      instance: `embedded-${process.pid}`,
      ownerKey: ownerKeyOf(configuration.bootstrapKey, folder.file('bootstrap-key')),
      shared: false,
      checks: { stores: () => stores.events.head() },
      fileStates: () => openFileStates(folder.file('library-files.json')),
    };
    return await startService(embedded, closing, parts);
  });
}
