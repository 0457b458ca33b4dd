/** Blobs in GridFS with missing chunks. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { MongoClient } from 'mongodb';
import { mongoServer, reportMongo } from '#test/support/servers/mongodb.ts';
import { openStores } from '../stores-on-double.ts';

test('bytes that are missing are an error, never a shorter blob', async (context) => {
  const server = await mongoServer();
  context.after(() => server.stop());
  reportMongo(context, server);
  const { blobs, close } = await openStores(server.url, 'serverSelectionTimeoutMS=5000', server.database);
  context.after(close);
  const client = await MongoClient.connect(server.url);
  context.after(() => client.close());
  const chunks = client.db(server.database).collection('blob_data.chunks');

  const bytes = randomBytes(300_000);
  await blobs.put('a/b', bytes);
  await blobs.put('a/empty', new Uint8Array());
  assert.deepEqual(await blobs.get('a/b'), new Uint8Array(bytes));
  assert.deepEqual(await blobs.get('a/empty'), new Uint8Array());
  for (const n of [1, 0]) {
    assert.equal((await chunks.deleteMany({ n })).deletedCount, 1);
    await assert.rejects(blobs.get('a/b'), { message: 'chunks of a blob are missing' });
  }
});
