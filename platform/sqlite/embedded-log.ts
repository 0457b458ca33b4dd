/** The embedded event store and stage queue, on their own thread. */
import { systemClock, systemTimers } from '#common/time.ts';
import type { Clock, Timers } from '#contracts/ports/clock.ts';
import type { EventStore } from '#contracts/ports/event-store.ts';
import type { StageQueue } from '#contracts/ports/stage-queue.ts';
import { type HostedThread, hostInThread, type ThreadLostError } from '../threads/rpc.ts';
import { createSqliteEventStore } from './events/event-store.ts';
import type { LogThreadOptions } from './log-thread.ts';
import { QUEUE_PROGRESS_PORT } from './log-thread-names.ts';
import type { QueueProgress } from './queue/queue-progress.ts';
import { createSqliteStageQueue } from './queue/stage-queue.ts';

export interface EmbeddedLogOptions {
  /** Folder of events.db and queue.db; must exist. No other process may have it open. */
  folder: string;
  /** See ThreadSettings. The process should log the error and exit. */
  onLost: (error: ThreadLostError) => void;
  /** Errors of the stage queue that it recovers from by itself. */
  onError: (error: unknown) => void;
  clock?: Clock;
  timers?: Timers;
}

export interface EmbeddedLog {
  events: EventStore;
  queue: StageQueue;
  thread: HostedThread;
  /** Stops the consumers, ends the subscriptions, closes the files. */
  close(): Promise<void>;
}

/** Opens or creates the log in `folder`. Throws when a file cannot be opened. */
export async function openEmbeddedLog(options: EmbeddedLogOptions): Promise<EmbeddedLog> {
  const thread = await hostInThread<LogThreadOptions>(
    new URL('./log-thread.ts', import.meta.url),
    { folder: options.folder },
    { name: 'event-log', onLost: options.onLost },
  );
  const events = createSqliteEventStore(thread);
  const queue = createSqliteStageQueue({
    events,
    progress: thread.port<QueueProgress>(QUEUE_PROGRESS_PORT),
    clock: options.clock ?? systemClock,
    timers: options.timers ?? systemTimers,
    onError: options.onError,
  });
  return {
    events,
    queue,
    thread,
    async close() {
      await queue.close();
      await events.close();
      await thread.close();
    },
  };
}
