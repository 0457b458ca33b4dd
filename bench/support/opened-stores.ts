/** Access to the stores in a stopped service's data folder. */
import { takeDataFolder } from '#apps/data-folder.ts';
import { createLogger } from '#apps/logger.ts';
import type { Stores } from '#apps/parts/stores.ts';
import { openStores } from '#test/support/embedded-stores.ts';

/** Opens the stores for the duration of `work`, without a service. */
export async function withStores<T>(data: string, work: (stores: Stores) => Promise<T>): Promise<T> {
  const folder = takeDataFolder(data);
  try {
    const stores = await openStores({
      folder,
      masterKey: undefined,
      previousMasterKey: undefined,
      logger: createLogger('silent'),
      onLost: (error) => {
        throw error;
      },
    });
    try {
      return await work(stores);
    } finally {
      await stores.close();
    }
  } finally {
    folder.release();
  }
}
