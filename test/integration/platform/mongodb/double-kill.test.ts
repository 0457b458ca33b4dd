/** Acknowledged writes survive kill -9, both on the double and on a server from a binary. */
import assert from 'node:assert/strict';
import { appendFile, rm, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { MongoClient } from 'mongodb';
import { startMongoDouble } from '#test/doubles/mongodb/server.ts';
import { eventually } from '#test/support/eventually.ts';
import { MONGO_RESTARTS, mongoServer } from '#test/support/servers/mongodb.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const WRITERS = 32;
const WRITES_BEFORE_THE_KILL = 500;

interface Row {
  _id: string;
  n?: number;
}

describe('MongoDB killed', {
  skip: !MONGO_RESTARTS && 'the given server is not to be killed',
  timeout: 120_000,
}, () => {
  it(`keeps every acknowledged write of ${WRITERS} writers`, async (context) => {
    const server = await mongoServer();
    const client = new MongoClient(server.url, { retryWrites: false, serverSelectionTimeoutMS: 2_000 });
    context.after(async () => {
      await client.close();
      await server.stop();
    });
    const rows = client.db(server.database).collection<Row>('rows');
    const acknowledged: string[] = [];
    let kill: Promise<void> | null = null;
    async function write(writer: number): Promise<void> {
      for (let number = 0; ; number++) {
        const _id = `${writer}/${number}`;
        await rows.insertOne({ _id });
        acknowledged.push(_id);
        if (acknowledged.length === WRITES_BEFORE_THE_KILL) kill = server.kill();
      }
    }
    const ends = await Promise.allSettled(Array.from({ length: WRITERS }, (_, writer) => write(writer)));
    assert.ok(ends.every(({ status }) => status === 'rejected'));
    await kill;
    await server.restart();
    const stored = new Set(await rows.distinct('_id'));
    assert.ok(acknowledged.length >= WRITES_BEFORE_THE_KILL);
    assert.deepEqual(
      acknowledged.filter((id) => !stored.has(id)),
      [],
    );
    // Each writer had at most one more write in progress.
    assert.ok(stored.size <= acknowledged.length + WRITERS);
  });

  it('knows a write that is repeated after it was killed between writing and answering', async (context) => {
    const server = await mongoServer({ answers: 1 });
    const client = new MongoClient(server.url);
    const witness = new MongoClient(server.url);
    context.after(async () => {
      await client.close();
      await witness.close();
      await server.stop();
    });
    const rows = client.db(server.database).collection<Row>('rows');
    await rows.insertOne({ _id: 'x', n: 0 });
    const pending = rows.findOneAndUpdate({ _id: 'x' }, { $inc: { n: 1 } }, { returnDocument: 'after' });
    const seen = witness.db(server.database).collection<Row>('rows');
    await eventually('the write to be done', async () => (await seen.findOne({ _id: 'x' }))?.n === 1);
    await server.kill();
    await server.restart();
    assert.deepEqual(await pending, { _id: 'x', n: 1 });
    assert.deepEqual(await seen.findOne(), { _id: 'x', n: 1 });
  });

  it('drops a record that is cut off, and goes on after the last whole one', async (context) => {
    const folder = await temporaryFolder();
    context.after(() => folder.remove());
    const data = join(folder.path, 'journal');
    const ids = async (write: string) => {
      const double = await startMongoDouble({ data });
      const client = new MongoClient(double.url);
      await client.db('evidence').collection<Row>('rows').insertOne({ _id: write });
      const found = await client.db('evidence').collection<Row>('rows').distinct('_id');
      await client.close();
      await double.stop();
      return found;
    };
    await ids('a');
    await ids('b');
    await truncate(data, (await stat(data)).size - 3);
    assert.deepEqual(await ids('c'), ['a', 'c']);
    await appendFile(data, Buffer.from([200, 0]));
    assert.deepEqual(await ids('d'), ['a', 'c', 'd']);
    await rm(data);
    assert.deepEqual(await ids('e'), ['e']);
  });
});
