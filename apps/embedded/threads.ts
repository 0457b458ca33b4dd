/**
 * The threads that hold the stores. They start beside whatever the main thread does meanwhile, so that this module
 * imports nothing of the stores themselves.
 */
import { existsSync } from 'node:fs';
import { masterKeyFromFile } from '#platform/crypto/master-key.ts';
import { hostInReplacedThread, type ReplacedThread } from '#platform/threads/replaced-thread.ts';
import { type HostedThread, hostInThread, type ThreadLostError } from '#platform/threads/rpc.ts';
import type { DataFolder } from '../data-folder.ts';
import type { StoreThreadOptions } from './store-thread.ts';

/** What these threads make lives for one call: a young generation of three semi-spaces of 1 MB is enough for them. */
const RESOURCE_LIMITS = { maxYoungGenerationSizeMb: 3 };
/**
 * Of threads that are replaced when they end: beyond this they end alone, instead of with the process. The reader has
 * a few pieces of each answer at work in it, the library some hits of each search: far less.
 */
const REPLACED_LIMITS = { ...RESOURCE_LIMITS, maxOldGenerationSizeMb: 256 };

export interface ThreadOptions {
  folder: DataFolder;
  masterKey: Uint8Array | undefined;
  previousMasterKey: Uint8Array | undefined;
  /** The stores' thread ended by itself: nothing acknowledged is lost, but the process has to go. */
  onLost(error: ThreadLostError): void;
  /** Another one did. It holds nothing of its own, and is replaced after the pause. */
  onReplaced?(thread: string, error: Error, pauseMs: number): void;
}

export interface StoreThreads {
  /** Settles when all of them host their objects. Rejects with KeyVaultError `wrong_master_key`, or what SQLite throws. */
  started: Promise<{ stores: HostedThread; library: ReplacedThread; reader: ReplacedThread }>;
  /** Closes them all, those too that were still starting when another one failed. */
  close(): Promise<void>;
}

/** Throws MasterKeyError when the folder's keys can't be opened. */
export function startThreads({ folder, onLost, onReplaced = () => {}, ...keys }: ThreadOptions): StoreThreads {
  // A new master key could never open the keys of a vault that is there already.
  const create = !existsSync(folder.file('vault.db'));
  const masterKey = keys.masterKey ?? masterKeyFromFile(folder.file('master-key'), { create }).bytes;
  const options: StoreThreadOptions = {
    folder: folder.path,
    masterKey,
    previousMasterKey: keys.previousMasterKey ?? null,
  };
  const entry = (module: string) => new URL(module, import.meta.url);
  const replaced = (module: string, given: object, name: string) =>
    hostInReplacedThread(entry(module), given, {
      name,
      resourceLimits: REPLACED_LIMITS,
      onLost: (error, pauseMs) => onReplaced(name, error, pauseMs),
    });
  const threads = [
    hostInThread(entry('./store-thread.ts'), options, { name: 'stores', resourceLimits: RESOURCE_LIMITS, onLost }),
    replaced('./library-thread.ts', { path: folder.file('library.db') }, 'library'),
    replaced('./reader-thread.ts', options, 'reader'),
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
