/** Custom authorities on connections to MongoDB and Kafka: a client that trusts the server sends data. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { createServer } from 'node:tls';
import { startFailure } from '#apps/start-failure.ts';
import { systemClock } from '#common/time.ts';
import { masterKey } from '#platform/crypto/key-wrapping.ts';
import { kafkaClient } from '#platform/kafka/client.ts';
import { openMongoStores } from '#platform/mongodb/stores.ts';
import { AUTHORITY, serverCertificate } from '#test/doubles/tls/certificates.ts';

/** Closes the connection of a client that sends data. */
async function startServer(context: TestContext, name: 'here' | 'elsewhere') {
  const { key, certificate } = serverCertificate(name);
  const trusted: boolean[] = [];
  const server = createServer({ key, cert: certificate }, (socket) => {
    socket.on('error', () => {});
    // A client checks the certificate after the handshake, before it sends data.
    socket.once('data', () => {
      trusted.push(true);
      socket.destroy();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  context.after(() => server.close());
  return { port: (server.address() as AddressInfo).port, trusted };
}

async function mongoFailure(port: number, authority?: string): Promise<unknown> {
  const opened = openMongoStores({
    url: `mongodb://127.0.0.1:${port}/?tls=true&serverSelectionTimeoutMS=1000`,
    ...(authority !== undefined && { authority }),
    master: masterKey(new Uint8Array(32)),
    clock: systemClock,
  });
  return opened.then(
    () => assert.fail('there is no MongoDB'),
    (error: unknown) => error,
  );
}

test('MongoDB connects with the CA file; without it, or by another name, it is refused', async (context) => {
  const { port, trusted } = await startServer(context, 'here');
  const untrusted = startFailure(await mongoFailure(port), null);
  assert.match(
    untrusted.message,
    /certificate of MongoDB is signed by no authority that is trusted: set EVIDENCE_CA_FILE/,
  );
  assert.equal(untrusted.exitCode, 2);
  assert.deepEqual(trusted, []);
  assert.equal(((await mongoFailure(port, AUTHORITY)) as { problem: unknown }).problem, null);
  assert.ok(trusted.length > 0);

  const elsewhere = await startServer(context, 'elsewhere');
  const misnamed = startFailure(await mongoFailure(elsewhere.port, AUTHORITY), null);
  assert.match(misnamed.message, /certificate of MongoDB names other hosts or addresses/);
});

test('Kafka is trusted with the CA file, and not without', async (context) => {
  const { port, trusted } = await startServer(context, 'here');
  const connect = async (authority?: string) => {
    const kafka = kafkaClient({
      brokers: [`localhost:${port}`],
      ssl: true,
      ...(authority !== undefined && { authority }),
      sasl: undefined,
      clientId: 'test',
    });
    await assert.rejects(kafka.admin({ retry: { retries: 0 } }).connect());
  };
  await connect();
  assert.deepEqual(trusted, []);
  await connect(AUTHORITY);
  assert.ok(trusted.length > 0);
});
