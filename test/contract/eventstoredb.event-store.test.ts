import { randomUUID } from 'node:crypto';
import { before } from 'node:test';
import { createEventStoreDbStore } from '#platform/eventstoredb/event-store.ts';
import { EVENT_STORE_RESTARTS, eventStoreServer, reportEventStore } from '#test/support/servers/eventstoredb.ts';
import { eventStoreContract } from './event-store.ts';

for (const [name, streamPrefix] of [
  ['EventStoreDB', ''],
  ['EventStoreDB with a prefix of its own', `test-${randomUUID()}`],
] as const) {
  const server = await eventStoreServer();
  // A given server may hold what others wrote, and a subscription that is broken off says why.
  const open = () => createEventStoreDbStore({ url: server.url, streamPrefix, onError: () => {} });

  before((context) => reportEventStore(context as Parameters<typeof reportEventStore>[0], server));

  eventStoreContract(
    name,
    async () => {
      let store = open();
      return {
        store,
        async restart() {
          await store.close();
          await server.restart();
          store = open();
          return store;
        },
        async cleanup() {
          await store.close();
          await server.stop();
        },
      };
    },
    { restarts: EVENT_STORE_RESTARTS },
  );
}
