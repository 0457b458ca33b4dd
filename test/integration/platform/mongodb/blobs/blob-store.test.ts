/** Blobs in GridFS with missing chunks. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { MongoClient } from 'mongodb';
import { mongoServer, reportMongo } from '#test/support/servers/mongodb.ts';
import { openStores, twoOnDouble } from '../stores-on-double.ts';

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

test('a blob that others replace during every read is read once they are done', async (context) => {
  const { server, one, other } = await twoOnDouble(context);
  await one.blobs.put('a/b', Buffer.from('0'));
  const { faults } = server.double;
  let replaced = 0;
  let isReplacing = false;
  const replace = async () => {
    isReplacing = true;
    await other.blobs.put('a/b', Buffer.from(String(++replaced)));
    isReplacing = false;
  };
  faults.only = ['find'];
  // The first read of an attempt finds which file it is; the file is replaced before it is read.
  let reads = 0;
  const isNext = () => !isReplacing && replaced < 30 && reads++ % 2 === 1;
  Object.defineProperty(faults, 'heldUntil', { get: () => (isNext() ? replace() : null) });
  assert.equal(Buffer.from((await one.blobs.get('a/b'))!).toString(), '30');
});
