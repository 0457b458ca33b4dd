/** Indexes the operator's folder of documents at start. */
import type { EnginePool } from '#platform/engine-pool/engine-pool.ts';
import type { ChangedLibrary } from '#streams/recorded-library.ts';
import type { FileStates } from '../library/file-states.ts';
import { indexFolder } from '../library/index-folder.ts';
import type { Logger } from '../logger.ts';

/**
 * Never rejects. Stops early when the signal aborts; the next start continues. If the folder cannot be read, the error is
 * logged and the library is unchanged.
 */
export async function indexLibrary(
  directory: string,
  library: ChangedLibrary,
  engine: EnginePool,
  logger: Logger,
  signal: AbortSignal,
  openStates?: () => FileStates,
): Promise<void> {
  try {
    const report = await indexFolder(directory, library, engine, {
      removeMissing: true,
      signal,
      ...(openStates && { fileStates: openStates() }),
    });
    const { skipped, ...counts } = report;
    logger.info({ ...counts, skipped: skipped.length }, 'library indexed');
  } catch (error) {
    if (signal.aborted) return;
    logger.error({ err: error }, 'the library folder could not be indexed');
  }
}
