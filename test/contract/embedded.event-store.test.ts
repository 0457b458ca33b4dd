import type { EventStore } from '#contracts/ports/event-store.ts';
import { openEmbeddedLog } from '#platform/sqlite/embedded-log.ts';
import { cacheStreams } from '#platform/sqlite/events/cached-streams.ts';
import { failOn } from '#test/support/fail-on.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { eventStoreContract } from './event-store.ts';

function embeddedContract(name: string, storeOf: (events: EventStore) => EventStore): void {
  eventStoreContract(
    name,
    async () => {
      const folder = await temporaryFolder();
      const open = () => openEmbeddedLog({ folder: folder.path, onLost: failOn, onError: failOn });
      let log = await open();
      return {
        store: storeOf(log.events),
        async restart() {
          await log.close();
          log = await open();
          return storeOf(log.events);
        },
        async cleanup() {
          await log.close();
          await folder.remove();
        },
      };
    },
    { restarts: true },
  );
}

embeddedContract('embedded (SQLite)', (events) => events);
embeddedContract('embedded (SQLite), every stream cached', (events) => cacheStreams(events, ['']));
