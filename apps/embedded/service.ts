/**
 * The composition root of the embedded shape: every part in one process, over a data folder.
 * Nothing else in the code knows that this shape exists.
 */
import type { EmbeddedConfiguration } from '../configuration.ts';
import { takeDataFolder } from '../data-folder.ts';
import { requireLibraryFolder } from '../library/folder.ts';
import type { Logger } from '../logger.ts';
import { requireNotMoved } from '../move/marks.ts';
import { openOrClose } from '../parts/closing.ts';
import type { Service } from '../parts/service.ts';
import type { EmbeddedParts } from './start-on-threads.ts';
import { startThreads } from './threads.ts';

/**
 * Opens the data folder and starts everything except listening. Throws ConfigurationError, DataFolderInUseError,
 * DataFolderUnusableError, MasterKeyError, KeyVaultError, or file system errors; everything is closed again in that
 * case. `onFatal` is called when the process must end.
 */
export function openService(
  configuration: EmbeddedConfiguration,
  logger: Logger,
  onFatal: (error: Error) => void,
  parts: EmbeddedParts = {},
): Promise<Service> {
  return openOrClose(async (closing) => {
    requireLibraryFolder(configuration.libraryDirectory);
    const folder = takeDataFolder(configuration.dataDirectory);
    closing.defer(() => folder.release());
    requireNotMoved(folder.path);
    const { masterKey, previousMasterKey } = configuration;
    const threads = startThreads({
      folder,
      masterKey,
      previousMasterKey,
      onLost: onFatal,
      onReplaced: (thread, error, pause_ms) =>
        logger.error(
          { err: error, cause: error.cause, thread, pause_ms },
          'a thread ended unexpectedly and is replaced',
        ),
    });
    closing.defer(() => threads.close());
    // Imported here, so that the main thread loads its modules while the threads start.
    const { startOnThreads } = await import('./start-on-threads.ts');
    return await startOnThreads({ configuration, logger, folder, threads, closing }, parts);
  });
}
