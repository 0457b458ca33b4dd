/**
 * Notices that the storage takes no more writes, and that it does again. One log line for either, however many calls
 * fail in between: `createLogger` keeps their own lines for the level `debug`.
 */
import { pause } from '#common/time.ts';
import type { Clock, Timers } from '#contracts/ports/clock.ts';
import { isStorageUnwritable, StorageUnwritableError } from '#contracts/ports/storage.ts';
import type { Logger } from '../logger.ts';
import type { Stores } from './stores.ts';

/** What the stores are on. */
export interface Storage {
  /** Path of the folder, or name of the server, for the log. */
  name: string;
  /** Writes something and makes it durable. Rejects with StorageUnwritableError if that is not possible. */
  tryWrite(): Promise<void>;
  /** Whether there is room at all; cheap, as every request for readiness asks. */
  hasRoom(): Promise<boolean>;
}

export interface StorageWatch {
  /** The same stores, whose failed writes are noticed. */
  stores: Stores;
  /** Rejects with StorageUnwritableError while nothing can be written. */
  check(): Promise<void>;
}

/** How often the storage is tried while it takes no writes. */
const TRY_EVERY_MS = 2_000;

export function watchStorage(
  storage: Storage,
  stores: Stores,
  { logger, clock, timers }: { logger: Logger; clock: Clock; timers: Timers },
  closing: AsyncDisposableStack,
): StorageWatch {
  const stopping = new AbortController();
  /** What the first failed write said; null while writes are possible. */
  let failure: StorageUnwritableError | null = null;
  let recovery: Promise<void> = Promise.resolve();
  closing.defer(async () => {
    stopping.abort();
    await recovery;
  });

  function notice(error: unknown): void {
    if (failure !== null || stopping.signal.aborted || !isStorageUnwritable(error)) return;
    failure = error as StorageUnwritableError;
    const fields = { volume: storage.name, reason: failure.reason };
    logger.error(fields, 'the storage takes no more writes: calls that store are refused until it does, reads go on');
    recovery = untilWritable(clock.now());
  }

  async function untilWritable(since: number): Promise<void> {
    for (;;) {
      await pause(timers, TRY_EVERY_MS, stopping.signal);
      if (stopping.signal.aborted) return;
      try {
        await storage.tryWrite();
        break;
      } catch {
        // Still full, or not reachable either.
      }
    }
    failure = null;
    logger.info({ volume: storage.name, unwritable_ms: clock.now() - since }, 'the storage takes writes again');
  }

  return {
    stores: noticingFailures(stores, notice),
    async check() {
      if (failure === null && !(await storage.hasRoom())) notice(new StorageUnwritableError('full'));
      if (failure !== null) throw failure;
    },
  };
}

function noticingFailures(stores: Stores, notice: (error: unknown) => void): Stores {
  const { operations } = stores;
  const noticed = <Store extends object>(store: Store): Store => withNotice(store, notice);
  return {
    ...stores,
    events: noticed(stores.events),
    views: noticed(stores.views),
    vault: noticed(stores.vault),
    blobs: noticed(stores.blobs),
    library: noticed(stores.library),
    operations: {
      idempotency: noticed(operations.idempotency),
      admission: noticed(operations.admission),
      uniqueValues: noticed(operations.uniqueValues),
      leases: noticed(operations.leases),
      counters: noticed(operations.counters),
      values: noticed(operations.values),
      sweep: (now) => operations.sweep(now),
      close: () => operations.close(),
    },
  };
}

/** A proxy of the store that passes what its methods reject with to `notice` as well. */
function withNotice<Store extends object>(store: Store, notice: (error: unknown) => void): Store {
  const methods = new Map<string | symbol, unknown>();
  return new Proxy(store, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== 'function') return member;
      if (!methods.has(name)) {
        methods.set(name, (...given: unknown[]) => {
          const result: unknown = member.apply(target, given);
          if (result instanceof Promise) result.catch(notice);
          return result;
        });
      }
      return methods.get(name);
    },
  });
}
