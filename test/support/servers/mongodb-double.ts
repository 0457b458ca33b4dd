/** A double of MongoDB inside the test's process, with fault injection. */
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { MongoClient, type MongoClientOptions } from 'mongodb';
import { type MongoDouble, startMongoDouble } from '#test/doubles/mongodb/server.ts';
import { temporaryFolder } from '../temporary-folder.ts';

/** Starts a double, as a router or not, and a client of it; both are closed after the test. */
export async function clientOfDouble(
  context: Pick<TestContext, 'after'>,
  options: MongoClientOptions = {},
  { router = false } = {},
) {
  const folder = await temporaryFolder();
  const data = join(folder.path, 'journal');
  let double: MongoDouble = await startMongoDouble({ data, router });
  const client = new MongoClient(double.url, { serverSelectionTimeoutMS: 5_000, ...options });
  context.after(async () => {
    // Closing the client sends a last command, whose response a frozen double would never send.
    double.faults.frozen = false;
    await client.close();
    await double.stop();
    await folder.remove();
  });
  return {
    client,
    database: client.db('evidence'),
    url: double.url,
    get double() {
      return double;
    },
    /** Stops the double, which breaks all connections, and starts it on the same port and data. */
    async restart() {
      await double.stop();
      double = await startMongoDouble({ data, router, port: double.port });
    },
  };
}
