/** EVIDENCE_CA_FILE, from the setting to a connection. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { test } from 'node:test';
import { type DistributedConfiguration, readConfiguration } from '#apps/configuration.ts';
import { openServerStores } from '#apps/distributed/stores.ts';
import { createLogger } from '#apps/logger.ts';
import { startFailure } from '#apps/start-failure.ts';
import { generateApiKey } from '#common/api-key-format.ts';
import { systemClock } from '#common/time.ts';
import { START } from '#contracts/ports/event-store.ts';
import { startEventStoreDouble } from '#test/doubles/eventstoredb/server.ts';
import { AUTHORITY_FILE, serverCertificate } from '#test/doubles/tls/certificates.ts';
import { mongoServer } from '#test/support/servers/mongodb.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

test('EventStoreDB with a private CA needs EVIDENCE_CA_FILE, and the start names it', async (context) => {
  const folder = await temporaryFolder();
  const data = join(folder.path, 'events.log');
  const [double, mongo] = await Promise.all([
    startEventStoreDouble({ data, tls: serverCertificate('here') }),
    mongoServer(),
  ]);
  context.after(async () => {
    await Promise.all([double.stop(), mongo.stop()]);
    await folder.remove();
  });
  const open = (authority: string) => {
    const configuration = readConfiguration({
      EVIDENCE_PUBLIC_SOURCES: 'off',
      EVIDENCE_MODE: 'distributed',
      EVIDENCE_ROLE: 'query-api',
      EVIDENCE_BOOTSTRAP_KEY: generateApiKey('production'),
      EVIDENCE_MASTER_KEY: randomBytes(32).toString('base64'),
      EVENTSTORE_URL: double.url,
      MONGODB_URL: mongo.url.replace(/^(mongodb(?:\+srv)?:\/\/[^/?]+)\/?/, `$1/${mongo.database}`),
      EVIDENCE_CA_FILE: authority,
    }) as DistributedConfiguration;
    const logger = createLogger('silent');
    return openServerStores({ configuration, logger, clock: systemClock, instance: 'test' });
  };
  const failure = await open('').then(
    () => assert.fail('it was trusted'),
    (error: unknown) => error,
  );
  const { message, exitCode } = startFailure(failure, null);
  assert.match(
    message,
    /^the certificate of the event store is signed by no authority that is trusted: set EVIDENCE_CA_FILE/,
  );
  assert.equal(exitCode, 2);

  const stores = await open(AUTHORITY_FILE);
  assert.equal(await stores.events.head(), START);
  await stores.close();
});
