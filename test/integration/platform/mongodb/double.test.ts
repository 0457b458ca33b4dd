/** Behaviour that the adapters rely on, through the real driver: of the double, or of a given server. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, beforeEach, describe, it } from 'node:test';
import {
  type Collection,
  type Db,
  Double,
  GridFSBucket,
  Long,
  MongoClient,
  MongoServerError,
  type UpdateFilter,
} from 'mongodb';
import { type MongoServer, mongoServer, reportMongo } from '#test/support/servers/mongodb.ts';

interface Row {
  _id: string | number;
  [field: string]: unknown;
}

/** The driver's types allow additions to number fields only, and these are not declared as such. */
const add = (fields: Record<string, number>) => ({ $inc: fields }) as UpdateFilter<Row>;
const codeOf = (error: unknown) => (error as { code?: unknown }).code;

describe('MongoDB as the driver sees it', () => {
  let server: MongoServer;
  let client: MongoClient;
  let database: Db;
  let rows: Collection<Row>;
  let made = 0;

  before(async () => {
    server = await mongoServer();
    client = new MongoClient(server.url);
    database = client.db(server.database);
  });
  after(async () => {
    await client.close();
    await server.stop();
  });
  beforeEach(() => {
    rows = database.collection<Row>(`rows_${++made}`);
  });

  const ids = async (filter: object, options = {}) =>
    (await rows.find(filter, options).toArray()).map(({ _id }) => _id);

  it('greets as the primary of a replica set, or as a router', async (context) => {
    reportMongo(context, server);
    const hello = await database.admin().command({ hello: 1 });
    assert.equal(hello.isWritablePrimary, true);
    // Only to these a driver sends writes that it may repeat.
    assert.ok(typeof hello.setName === 'string' || hello.msg === 'isdbgrid');
    assert.equal(hello.logicalSessionTimeoutMinutes, 30);
    assert.equal(hello.maxBsonObjectSize, 16 * 1024 * 1024);
    assert.deepEqual((await database.admin().command({ ping: 1 })).ok, 1);
    assert.match((await database.admin().buildInfo()).version, /^\d+\.\d+/);
    await assert.rejects(database.command({ noSuchCommand: 1 }), { code: 59 });
  });

  it('finds by the operators of a filter', async () => {
    await rows.insertMany([
      { _id: 1, n: 1, text: 'b', list: [1, 2], inner: { a: 1 } },
      { _id: 2, n: 2, text: 'a', list: [], inner: { a: null } },
      { _id: 3, n: 2.5, text: 'B', list: [{ a: 7 }] },
      { _id: 4, n: 'text', text: null },
    ]);
    const expected: [object, number[]][] = [
      [{}, [1, 2, 3, 4]],
      [{ n: 2 }, [2]],
      [{ n: { $gt: 1 } }, [2, 3]],
      [{ n: { $gte: 1, $lt: 2.5 } }, [1, 2]],
      [{ n: { $ne: 2 } }, [1, 3, 4]],
      [{ n: { $in: [1, 'text'] } }, [1, 4]],
      [{ n: { $nin: [1, 'text'] } }, [2, 3]],
      [{ n: { $not: { $gt: 1 } } }, [1, 4]],
      [{ list: 2 }, [1]],
      [{ list: { $size: 0 } }, [2]],
      [{ 'list.a': 7 }, [3]],
      [{ list: { $elemMatch: { a: { $gt: 6 } } } }, [3]],
      [{ 'inner.a': null }, [2, 3, 4]],
      [{ inner: { $exists: false } }, [3, 4]],
      [{ text: null }, [4]],
      [{ $or: [{ n: 1 }, { text: 'a' }] }, [1, 2]],
      [{ $nor: [{ n: 1 }, { text: 'a' }] }, [3, 4]],
      [{ $and: [{ n: { $gt: 1 } }, { text: 'a' }] }, [2]],
      [{ $expr: { $eq: ['$n', '$_id'] } }, [1, 2]],
      [{ _id: { $in: [4, 1, 9] } }, [1, 4]],
    ];
    for (const [filter, found] of expected) {
      assert.deepEqual(await ids(filter, { sort: { _id: 1 } }), found, JSON.stringify(filter));
    }
  });

  it('sorts by type, then value; text by its bytes', async () => {
    const values = ['z', 'é', 'B', 3, 2.5, null, true, new Date(0), [9, 0], { a: 1 }, '😀', '\uffee'];
    await rows.insertMany(values.map((value, index) => ({ _id: index, value })));
    assert.deepEqual(await ids({}, { sort: { value: 1, _id: 1 } }), [5, 8, 4, 3, 2, 0, 1, 11, 10, 9, 6, 7]);
    assert.deepEqual(await ids({}, { sort: { value: -1, _id: 1 } }), [7, 6, 9, 10, 11, 1, 0, 2, 8, 3, 4, 5]);
  });

  it('skips, limits, and gives batch by batch', async () => {
    await rows.insertMany(Array.from({ length: 250 }, (_, index) => ({ _id: index })));
    assert.deepEqual(await ids({}, { sort: { _id: 1 }, skip: 5, limit: 3 }), [5, 6, 7]);
    assert.equal((await ids({}, { batchSize: 7 })).length, 250);
    assert.equal((await ids({})).length, 250);
    const cursor = rows.find({}, { sort: { _id: 1 }, batchSize: 10 });
    assert.equal((await cursor.next())?._id, 0);
    await cursor.close();
    const { cursor: open } = await database.command({ find: rows.collectionName, batchSize: 1 });
    const id = Long.fromNumber(open.id);
    const killCursors = { killCursors: rows.collectionName, cursors: [id] };
    assert.equal((await database.command(killCursors)).cursorsKilled.length, 1);
    await assert.rejects(database.command({ getMore: id, collection: rows.collectionName }), { code: 43 });
  });

  it('refuses a cursor id that is no long', async () => {
    await rows.insertMany([{ _id: 1 }, { _id: 2 }]);
    const { cursor: open } = await database.command({ find: rows.collectionName, batchSize: 1 });
    const id = new Double(open.id);
    await assert.rejects(database.command({ getMore: id, collection: rows.collectionName }), { code: 14 });
    await assert.rejects(database.command({ killCursors: rows.collectionName, cursors: [id] }), { code: 14 });
  });

  it('returns the fields that a projection names', async () => {
    await rows.insertOne({ _id: 1, a: 1, b: { c: 2, d: 3 } });
    const read = (projection: object) => rows.findOne({}, { projection });
    assert.deepEqual(await read({ a: 1 }), { _id: 1, a: 1 });
    assert.deepEqual(await read({ _id: 0, 'b.c': 1 }), { b: { c: 2 } });
    assert.deepEqual(await read({ 'b.c': 0 }), { _id: 1, a: 1, b: { d: 3 } });
    assert.deepEqual(await read({ _id: 0 }), { a: 1, b: { c: 2, d: 3 } });
    assert.deepEqual(await read({ _id: 1 }), { _id: 1 });
  });

  it('counts, groups and lists distinct values', async () => {
    await rows.insertMany([{ _id: 1, n: 2 }, { _id: 2, n: 2 }, { _id: 3, n: [5, 2] }, { _id: 4 }]);
    assert.equal(await rows.countDocuments({ n: 2 }), 3);
    assert.equal(await rows.countDocuments({ n: 9 }), 0);
    assert.equal(await rows.countDocuments({}, { skip: 1, limit: 2 }), 2);
    assert.equal(await rows.estimatedDocumentCount(), 4);
    assert.deepEqual((await rows.distinct('n')).toSorted(), [2, 5]);
    const pipeline = [
      { $match: { _id: { $lt: 4 } } },
      { $group: { _id: '$n', count: { $sum: 1 }, last: { $max: '$_id' } } },
      { $sort: { count: -1 } },
    ];
    const groups = await rows.aggregate(pipeline).toArray();
    assert.deepEqual(groups, [
      { _id: 2, count: 2, last: 2 },
      { _id: [5, 2], count: 1, last: 3 },
    ]);
  });

  it('updates with every operator that it knows', async () => {
    const start = { n: 5, list: [1, 2, 3], inner: { a: 1 } };
    const expected: [object, object][] = [
      [{ $set: { 'inner.b': 2, 'list.0': 9 } }, { n: 5, list: [9, 2, 3], inner: { a: 1, b: 2 } }],
      [{ $unset: { n: '' } }, { list: [1, 2, 3], inner: { a: 1 } }],
      [{ $inc: { n: -2, m: 1 } }, { n: 3, list: [1, 2, 3], inner: { a: 1 }, m: 1 }],
      [{ $mul: { n: 3 } }, { n: 15, list: [1, 2, 3], inner: { a: 1 } }],
      [
        { $max: { n: 4 }, $min: { 'inner.a': 0 } },
        { n: 5, list: [1, 2, 3], inner: { a: 0 } },
      ],
      [{ $push: { list: 3 } }, { n: 5, list: [1, 2, 3, 3], inner: { a: 1 } }],
      [{ $push: { list: { $each: [4, 5] } } }, { n: 5, list: [1, 2, 3, 4, 5], inner: { a: 1 } }],
      [{ $addToSet: { list: { $each: [3, 4] } } }, { n: 5, list: [1, 2, 3, 4], inner: { a: 1 } }],
      [{ $pull: { list: { $gte: 2 } } }, { n: 5, list: [1], inner: { a: 1 } }],
      [{ $setOnInsert: { n: 1 } }, start],
    ];
    for (const [index, [update, after]] of expected.entries()) {
      await rows.insertOne({ _id: index, ...start });
      const { matchedCount, modifiedCount } = await rows.updateOne({ _id: index }, update);
      assert.deepEqual([matchedCount, modifiedCount], [1, '$setOnInsert' in update ? 0 : 1]);
      assert.deepEqual(await rows.findOne({ _id: index }), { _id: index, ...after }, JSON.stringify(update));
    }
    assert.equal((await rows.updateMany({ n: 5 }, { $set: { all: true } })).matchedCount, 7);
    assert.equal((await rows.replaceOne({ _id: 0 }, { only: 1 })).modifiedCount, 1);
    assert.deepEqual(await rows.findOne({ _id: 0 }), { _id: 0, only: 1 });
    await rows.updateOne({ _id: 0 }, [
      { $set: { sum: { $add: ['$only', { $ifNull: ['$none', 4] }] } } },
      { $unset: 'only' },
    ]);
    await rows.updateOne({ _id: 0 }, [{ $set: { big: { $cond: [{ $gt: ['$sum', 4] }, 'yes', 'no'] } } }]);
    assert.deepEqual(await rows.findOne({ _id: 0 }), { _id: 0, sum: 5, big: 'yes' });
  });

  it('refuses updates that make no sense', async () => {
    await rows.insertOne({ _id: 1, a: 1, list: [1] });
    const refused = async (update: object) => codeOf(await rows.updateOne({ _id: 1 }, update).catch((error) => error));
    assert.equal(await refused({ $set: { _id: 2 } }), 66);
    assert.equal(await refused({ $set: { a: 1 }, $inc: { a: 1 } }), 40);
    assert.equal(await refused({ $set: { 'a.b': 1 } }), 28);
    assert.equal(await refused({ $inc: { list: 1 } }), 14);
    assert.deepEqual(await rows.findOne(), { _id: 1, a: 1, list: [1] });
  });

  it('upserts with what the filter says', async () => {
    const filter = { _id: 'x', a: { $eq: 1 }, n: { $lt: 5 } };
    const update = { $set: { n: 5 }, $setOnInsert: { made: true } };
    const first = await rows.updateOne(filter, update, { upsert: true });
    assert.deepEqual([first.matchedCount, first.upsertedCount, first.upsertedId], [0, 1, 'x']);
    assert.deepEqual(await rows.findOne(), { _id: 'x', a: 1, n: 5, made: true });
    await assert.rejects(rows.updateOne(filter, update, { upsert: true }), (error: MongoServerError) => {
      assert.deepEqual([error.code, error.keyPattern, error.keyValue], [11000, { _id: 1 }, { _id: 'x' }]);
      return true;
    });
  });

  it('upserts with the only branch of an $or, and with none of several', async () => {
    const seen = { $set: { seen: true } };
    await rows.updateOne({ _id: 1, $or: [{ a: 1 }] }, seen, { upsert: true });
    await rows.updateOne({ _id: 2, $or: [{ a: 1 }, { b: 2 }] }, seen, { upsert: true });
    assert.deepEqual(await rows.findOne({ _id: 1 }), { _id: 1, a: 1, seen: true });
    assert.deepEqual(await rows.findOne({ _id: 2 }), { _id: 2, seen: true });
  });

  it('says that fewer members acknowledged a write than were asked for', async () => {
    const written = rows.insertOne({ _id: 1 }, { writeConcern: { w: 5 } });
    await assert.rejects(written, { code: 100 });
    assert.deepEqual(await ids({}), [1]);
  });

  it('findOneAndUpdate returns the document before or after', async () => {
    await rows.insertMany([
      { _id: 1, n: 1 },
      { _id: 2, n: 2 },
    ]);
    const largest = { sort: { n: -1 } } as const;
    assert.deepEqual(await rows.findOneAndUpdate({}, add({ n: 5 }), largest), { _id: 2, n: 2 });
    const after = { ...largest, returnDocument: 'after', projection: { n: 1, _id: 0 } } as const;
    assert.deepEqual(await rows.findOneAndUpdate({}, add({ n: 1 }), after), { n: 8 });
    assert.deepEqual(await rows.findOneAndDelete({ n: 8 }), { _id: 2, n: 8 });
    assert.equal(await rows.findOneAndDelete({ n: 8 }), null);
    const upsert = { upsert: true, returnDocument: 'after', includeResultMetadata: true } as const;
    const { value, lastErrorObject } = await rows.findOneAndUpdate({ _id: 3 }, { $set: { n: 0 } }, upsert);
    assert.deepEqual(
      [value, lastErrorObject],
      [
        { _id: 3, n: 0 },
        { n: 1, updatedExisting: false, upserted: 3 },
      ],
    );
    assert.deepEqual(await rows.findOneAndReplace({ _id: 3 }, { m: 1 }, { returnDocument: 'after' }), { _id: 3, m: 1 });
  });

  it('says which statements failed', async () => {
    const documents = [{ _id: 1 }, { _id: 1 }, { _id: 2 }];
    await assert.rejects(rows.insertMany(documents), { code: 11000, insertedCount: 1 });
    assert.equal(await rows.countDocuments(), 1);
    await rows.deleteMany({});
    await assert.rejects(rows.insertMany(documents, { ordered: false }), { code: 11000, insertedCount: 2 });
    const failed = await rows
      .bulkWrite([{ insertOne: { document: { _id: 1 } } }, { deleteOne: { filter: { _id: 2 } } }], { ordered: false })
      .catch((error) => error);
    assert.deepEqual([failed.writeErrors.length, failed.writeErrors[0].index, failed.result.deletedCount], [1, 0, 1]);
  });

  it('keeps unique indexes, partial and compound ones too', async () => {
    await rows.createIndexes([
      { key: { a: 1, b: 1 }, unique: true, name: 'pair' },
      { key: { token: 1 }, unique: true, partialFilterExpression: { token: { $exists: true } } },
    ]);
    await rows.insertMany([
      { _id: 1, a: 1, b: 1, token: 't' },
      { _id: 2, a: 1, b: 2 },
      { _id: 3, a: 2, b: 1 },
    ]);
    const duplicate = await rows.insertOne({ _id: 4, a: 1, b: 1 }).catch((error) => error);
    assert.deepEqual(
      [duplicate.code, duplicate.keyPattern, duplicate.keyValue],
      [11000, { a: 1, b: 1 }, { a: 1, b: 1 }],
    );
    await assert.rejects(rows.updateOne({ _id: 2 }, { $set: { token: 't' } }), { code: 11000 });
    await rows.deleteOne({ _id: 1 });
    await rows.insertOne({ _id: 4, a: 1, b: 1, token: 't' });
    await assert.rejects(rows.createIndex({ a: 1 }, { unique: true }), { code: 11000 });
  });

  it('lists and drops indexes and collections', async () => {
    assert.equal(await rows.createIndex({ n: 1 }), 'n_1');
    assert.equal(await rows.createIndex({ n: 1 }), 'n_1');
    await assert.rejects(rows.createIndex({ m: 1 }, { name: 'n_1' }), { code: 86 });
    await assert.rejects(rows.createIndex({ n: 1 }, { name: 'other' }), { code: 85 });
    await assert.rejects(rows.createIndex({ n: 1 }, { expireAfterSeconds: 5 }), { code: 85 });
    assert.deepEqual(
      (await rows.indexes()).map(({ name }) => name),
      ['_id_', 'n_1'],
    );
    await rows.dropIndex('n_1');
    await assert.rejects(rows.dropIndex('n_1'), { code: 27 });
    await assert.rejects(rows.dropIndex('_id_'), { code: 72 });
    const listed = () => database.listCollections({ name: rows.collectionName }).toArray();
    assert.equal((await listed()).length, 1);
    assert.equal(await rows.drop(), true);
    assert.equal((await listed()).length, 0);
    await assert.rejects(rows.indexes(), { code: 26 });
  });

  it('finds text, and sorts by its score', async () => {
    await assert.rejects(ids({ $text: { $search: 'river' } }), { code: 27 });
    await rows.createIndex({ text: 'text' }, { default_language: 'english' });
    await rows.insertMany([
      { _id: 1, text: 'The river runs past the old mill and the town' },
      { _id: 2, text: 'Rivers and more rivers' },
      { _id: 3, text: 'A mountain' },
    ]);
    const score = { $meta: 'textScore' } as const;
    const found = await rows
      .find({ $text: { $search: 'river' } }, { projection: { score } })
      .sort({ score })
      .toArray();
    assert.deepEqual(
      found.map(({ _id }) => _id),
      [2, 1],
    );
    assert.ok(Number(found[0]?.score) > Number(found[1]?.score));
    assert.deepEqual(await ids({ $text: { $search: 'mountain' }, _id: 1 }), []);
  });

  it('finds by its indexes what documents have become, and not what they were', async () => {
    await rows.insertMany([
      { _id: 1, text: 'river', tags: ['a', 'b'] },
      { _id: 2, text: 'river river' },
      { _id: 3, text: 'mountain', tags: 'b' },
    ]);
    await rows.createIndexes([{ key: { text: 'text' }, default_language: 'english' }, { key: { tags: 1 } }]);
    assert.deepEqual((await ids({ tags: 'b' })).toSorted(), [1, 3]);
    assert.deepEqual(await ids({ tags: ['a', 'b'] }), [1]);
    assert.deepEqual(await ids({ tags: null }), [2]);
    await rows.updateOne({ _id: 3 }, { $set: { text: 'a river' } });
    await rows.updateOne({ tags: 'a' }, { $set: { tags: ['c'] } });
    await rows.updateOne({ _id: 2 }, { $set: { tags: 'b' } });
    await rows.deleteOne({ text: 'river' });
    await rows.insertOne({ _id: 4, text: 'mountain', tags: 'b' });
    assert.deepEqual((await ids({ $text: { $search: 'rivers' } })).toSorted(), [2, 3]);
    assert.deepEqual(await ids({ $text: { $search: 'mountains' } }), [4]);
    assert.deepEqual((await ids({ tags: { $in: ['a', 'b', 'c'] } })).toSorted(), [2, 3, 4]);
  });

  it('refuses documents above 16 MiB', async () => {
    const bytes = Buffer.alloc(16 * 1024 * 1024 + 32 * 1024);
    await assert.rejects(
      rows.insertOne({ _id: 1, bytes }),
      (error: MongoServerError) => error instanceof MongoServerError,
    );
    await rows.insertOne({ _id: 1, bytes: bytes.subarray(0, 9_000_000) });
    await assert.rejects(rows.updateOne({ _id: 1 }, { $set: { more: bytes.subarray(0, 9_000_000) } }));
    assert.equal(await rows.countDocuments({ more: { $exists: true } }), 0);
  });

  it('GridFS keeps files', async () => {
    const bucket = new GridFSBucket(database, { bucketName: rows.collectionName });
    const bytes = Buffer.from(Array.from({ length: 700_000 }, (_, index) => index % 251));
    const upload = bucket.openUploadStream('file');
    upload.end(bytes);
    await once(upload, 'finish');
    assert.deepEqual(Buffer.concat(await bucket.openDownloadStream(upload.id).toArray()), bytes);
    const part = bucket.openDownloadStream(upload.id, { start: 300_000, end: 300_010 });
    assert.deepEqual(Buffer.concat(await part.toArray()), bytes.subarray(300_000, 300_010));
    await bucket.delete(upload.id);
    assert.equal(await database.collection(`${rows.collectionName}.chunks`).countDocuments(), 0);
  });

  it('of many upserts of one id, one inserts', async () => {
    const upserts = Array.from({ length: 20 }, () => rows.updateOne({ _id: 1 }, add({ n: 1 }), { upsert: true }));
    const results = await Promise.all(upserts);
    assert.equal(results.filter(({ upsertedCount }) => upsertedCount === 1).length, 1);
    assert.deepEqual(await rows.findOne(), { _id: 1, n: 20 });
  });
});
