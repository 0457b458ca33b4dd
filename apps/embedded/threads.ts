/**
 * Starts the threads that hold the stores. They start while the main thread loads its modules, so this module imports
 * nothing of the stores themselves.
 */
import { existsSync } from 'node:fs';
import { masterKeyFromFile } from '#platform/crypto/master-key.ts';
import { hostInReplacedThread, type ReplacedThread } from '#platform/threads/replaced-thread.ts';
import { type HostedThread, hostInThread, type ThreadLostError } from '#platform/threads/rpc.ts';
import type { DataFolder } from '../data-folder.ts';
import type { StoreThreadOptions } from './store-thread.ts';

/** Objects in these threads live for one call: a young generation of three semi-spaces of 1 MB is enough. */
const RESOURCE_LIMITS = { maxYoungGenerationSizeMb: 3 };
/**
 * Limit of threads that are replaced when they end: exceeding it ends the thread instead of the process. The reader
 * holds a few pieces of each response, the library some hits of each search, which is far less.
 */
const REPLACED_LIMITS = { ...RESOURCE_LIMITS, maxOldGenerationSizeMb: 256 };

export interface ThreadOptions {
  folder: DataFolder;
  masterKey: Uint8Array | undefined;
  previousMasterKey: Uint8Array | undefined;
  /** The store thread was lost: nothing acknowledged is lost, but the process must end. */
  onLost(error: ThreadLostError): void;
  /** Another thread was lost. It has no state and is replaced after the pause. */
  onReplaced?(thread: string, error: Error, pauseMs: number): void;
}

export interface StoreThreads {
  /** Resolves when all threads host their objects. Rejects with KeyVaultError `wrong_master_key` or SQLite errors. */
  started: Promise<{ stores: HostedThread; library: ReplacedThread; reader: ReplacedThread }>;
  /** Closes all threads, including those still starting when another one failed. */
  close(): Promise<void>;
}

/** Throws MasterKeyError when the folder's keys cannot be unwrapped. */
export function startThreads({ folder, onLost, onReplaced = () => {}, ...keys }: ThreadOptions): StoreThreads {
  // A new master key could not unwrap the keys of an existing vault.
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
  // May be awaited later, so a rejection must not count as unhandled until then.
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
