/**
 * A restored data folder holds texts that have expired since its backup was made. They are erased before the first start
 * serves anything.
 */
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { timestamp } from '#common/time.ts';
import type { Clock } from '#contracts/ports/clock.ts';
import type { KeyVault } from '#contracts/ports/key-vault.ts';
import { syncFolderSync } from '#platform/files/durability.ts';
import type { Logger } from '../logger.ts';

/** Lies in a data folder between its restore and the first start. */
export const RESTORED = 'restored';

const LOOK_MS = 50;
const TELL_MS = 10_000;

/** Resolves at once for a folder that was not restored, else when nothing that expired before now can be read. */
export async function eraseExpiredAfterRestore(
  folder: string,
  stores: { vault: Pick<KeyVault, 'due'>; clock: Clock },
  logger: Logger,
): Promise<void> {
  const marker = join(folder, RESTORED);
  if (!existsSync(marker)) return;
  const now = timestamp(stores.clock);
  let told = performance.now();
  while ((await stores.vault.due(now, 1)).length > 0) {
    if (performance.now() - told > TELL_MS) {
      told = performance.now();
      logger.info('restored from a backup: what has expired since is being erased, then the service will listen');
    }
    await delay(LOOK_MS);
  }
  rmSync(marker);
  syncFolderSync(folder);
  logger.info('restored from a backup: what had expired since is erased');
}
