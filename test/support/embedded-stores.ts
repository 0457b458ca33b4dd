/** The stores of a data folder in which no service works, on threads of their own. */
import { type StoreOptions, storesOn } from '#apps/embedded/stores.ts';
import { startThreads, type ThreadOptions } from '#apps/embedded/threads.ts';
import type { Stores } from '#apps/parts/stores.ts';

/** Throws MasterKeyError or KeyVaultError `wrong_master_key` when the folder's keys cannot be unwrapped. */
export async function openStores(options: StoreOptions & ThreadOptions): Promise<Stores> {
  const threads = startThreads(options);
  try {
    const stores = await storesOn(threads, options);
    return {
      ...stores,
      async close() {
        await stores.close();
        await threads.close();
      },
    };
  } catch (error) {
    await threads.close();
    throw error;
  }
}
