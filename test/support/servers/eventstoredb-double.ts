/** A store on a double of EventStoreDB inside the test's process, with fault injection. */
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { createEventStoreDbStore, type EventStoreDbOptions } from '#platform/eventstoredb/event-store.ts';
import { type EventStoreDouble, startEventStoreDouble } from '#test/doubles/eventstoredb/server.ts';
import type { ServerCertificate } from '#test/doubles/tls/certificates.ts';
import { temporaryFolder } from '../temporary-folder.ts';

/** A new double and a store on it; both are gone after the test. `errors` are those that the store reported. */
export async function storeOnDouble(
  context: TestContext,
  { tls, ...options }: Partial<EventStoreDbOptions> & { tls?: ServerCertificate } = {},
) {
  const folder = await temporaryFolder();
  const data = join(folder.path, 'events.log');
  let double: EventStoreDouble = await startEventStoreDouble({ data, ...(tls && { tls }) });
  const errors: Error[] = [];
  const store = createEventStoreDbStore({ url: double.url, onError: (error) => errors.push(error), ...options });
  context.after(async () => {
    await store.close();
    await double.stop();
    await folder.remove();
  });
  return {
    store,
    errors,
    get double() {
      return double;
    },
    /** Stops the double, which breaks all connections, and starts it on the same port and data. */
    async restart() {
      await double.stop();
      double = await startEventStoreDouble({ data, port: double.port, ...(tls && { tls }) });
    },
  };
}
