/** The embedded event store, in a thread of its own. */
import type { EventStore } from '#contracts/ports/event-store.ts';
import { hostInThread, type ThreadLostError } from '../worker/rpc.ts';
import { createSqliteEventStore } from './event-store.ts';
import type { LogThreadOptions } from './log-thread.ts';

export interface EmbeddedLogOptions {
  /** Folder of events.db and queue.db; must exist, and no other process may have it open. */
  folder: string;
  /** See ThreadSettings: the process had better log this and exit. */
  onLost: (error: ThreadLostError) => void;
}

export interface EmbeddedLog {
  events: EventStore;
  close(): Promise<void>;
}

/** Opens or creates the log in `folder`. Throws what keeps the files from being opened. */
export async function openEmbeddedLog(options: EmbeddedLogOptions): Promise<EmbeddedLog> {
  const thread = await hostInThread<LogThreadOptions>(
    new URL('./log-thread.ts', import.meta.url),
    { folder: options.folder },
    { name: 'event-log', onLost: options.onLost },
  );
  const events = createSqliteEventStore(thread);
  return {
    events,
    async close() {
      await events.close();
      await thread.close();
    },
  };
}
