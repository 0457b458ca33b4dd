/**
 * The threads that hold the stores. They start beside whatever the main thread does meanwhile, so that this module
 * imports nothing of the stores themselves.
 */
import { existsSync } from 'node:fs';
import { masterKeyFromFile } from '#platform/security/master-key.ts';
import { type HostedThread, hostInThread, type ThreadLostError } from '#platform/worker/rpc.ts';
import type { DataFolder } from '../data-folder.ts';
import type { StoreThreadOptions } from './store-thread.ts';

/** What these threads make lives for one call: a young generation of three semi-spaces of 1 MB is enough for them. */
const RESOURCE_LIMITS = { maxYoungGenerationSizeMb: 3 };

export interface ThreadOptions {
  folder: DataFolder;
  masterKey: Uint8Array | undefined;
  previousMasterKey: Uint8Array | undefined;
  /** A thread ended by itself: nothing acknowledged is lost, but the process has to go. */
  onLost(error: ThreadLostError): void;
}

export interface StoreThreads {
  /** Settles when all of them host their objects. Rejects with KeyVaultError `wrong_master_key`, or what SQLite throws. */
  started: Promise<{ stores: HostedThread; library: HostedThread; reader: HostedThread }>;
  /** Closes them all, those too that were still starting when another one failed. */
  close(): Promise<void>;
}

/** Throws MasterKeyError when the folder's keys can't be opened. */
export function startThreads({ folder, onLost, ...keys }: ThreadOptions): StoreThreads {
  // A new master key could never open the keys of a vault that is there already.
  const create = !existsSync(folder.file('vault.db'));
  const masterKey = keys.masterKey ?? masterKeyFromFile(folder.file('master-key'), { create }).bytes;
  const options: StoreThreadOptions = {
    folder: folder.path,
    masterKey,
    previousMasterKey: keys.previousMasterKey ?? null,
  };
  const host = (module: string, given: object, name: string) =>
    hostInThread(new URL(module, import.meta.url), given, { name, resourceLimits: RESOURCE_LIMITS, onLost });
  const threads = [
    host('./store-thread.ts', options, 'stores'),
    host('./library-thread.ts', { path: folder.file('library.db') }, 'library'),
    host('./reader-thread.ts', options, 'reader'),
  ] as const;
  const started = Promise.all(threads).then(([stores, library, reader]) => ({ stores, library, reader }));
  // Whoever waits is told; until somebody does, a failure is not yet one that nobody handles.
  started.catch(() => {});
  return {
    started,
    async close() {
      const open = (await Promise.allSettled(threads)).flatMap((thread) =>
        thread.status === 'fulfilled' ? [thread.value] : [],
      );
      const closed = await Promise.allSettled(open.map((thread) => thread.close()));
      for (const one of closed) if (one.status === 'rejected') throw one.reason;
    },
  };
}
