/** Entry module of the thread that hosts the event log and the progress of its consumers. */
import { join } from 'node:path';
import { serveThread } from '../threads/serve.ts';
import { EventLog } from './events/event-log.ts';
import { COMMITTED, EVENT_LOG_PORT, QUEUE_PROGRESS_PORT } from './log-thread-names.ts';
import { QueueProgress } from './queue/queue-progress.ts';

export interface LogThreadOptions {
  /** Folder of events.db and queue.db; must exist. */
  folder: string;
}

await serveThread<LogThreadOptions>(({ folder }, notify) => {
  const events = new EventLog({
    path: join(folder, 'events.db'),
    onCommitted: (head) => notify(COMMITTED, head),
  });
  const queue = new QueueProgress(join(folder, 'queue.db'));
  return {
    ports: { [EVENT_LOG_PORT]: events, [QUEUE_PROGRESS_PORT]: queue },
    close() {
      queue.close();
      events.close();
    },
  };
});
