/** Behaviour of the double only: it refuses unknown commands, and fails on request. */
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { describe, it } from 'node:test';
import { type Db, MongoNetworkError, type MongoServerError } from 'mongodb';
import { eventually } from '#test/support/eventually.ts';
import { clientOfDouble } from '#test/support/servers/mongodb-double.ts';

interface Row {
  _id: number;
  n?: number;
  at?: Date;
}

/**
 * The first call on a connection that the server has just closed may fail with an error that the driver does not retry.
 */
const whenBack = (database: Db) =>
  eventually('the driver to be back', async () => (await database.command({ ping: 1 }).catch(() => null)) !== null);

describe('the double of MongoDB', { timeout: 60_000 }, () => {
  it('refuses what it does not know, with no document to apply it to', async (context) => {
    const { database } = await clientOfDouble(context);
    const commands = [
      { find: 'rows', filter: { a: { $regex: 'x' } } },
      { find: 'rows', filter: { a: /x/ } },
      { find: 'rows', filter: { a: { $gt: 1, $mod: [2, 0] } } },
      { find: 'rows', filter: { a: { $not: { $gt: 1, $type: 'int' } } } },
      { find: 'rows', filter: { a: { $elemMatch: { b: { $all: [1] } } } } },
      { find: 'rows', filter: { $or: [{ a: 1 }, { $where: 'true' }] } },
      { find: 'rows', filter: { $or: [{ $text: { $search: 'x' } }] } },
      { find: 'rows', sort: { $natural: 1 } },
      { find: 'rows', projection: { a: { $slice: 1 } } },
      { find: 'rows', collation: { locale: 'de' } },
      { find: 'rows', hint: 'a_1' },
      { find: 'rows', tailable: true },
      { update: 'rows', updates: [{ q: {}, u: { $rename: { a: 'b' } } }] },
      { update: 'rows', updates: [{ q: {}, u: { $push: { a: { $each: [1], $slice: 1 } } } }] },
      { update: 'rows', updates: [{ q: {}, u: { $set: { 'a.$': 1 } } }] },
      { update: 'rows', updates: [{ q: {}, u: { $pull: { a: { $regex: 'x' } } } }] },
      { update: 'rows', updates: [{ q: {}, u: { $set: { a: 1 } }, arrayFilters: [{ x: 1 }] }] },
      { update: 'rows', updates: [{ q: {}, u: [{ $replaceWith: { a: 1 } }] }] },
      { findAndModify: 'rows', update: { $bit: { a: { or: 1 } } } },
      { delete: 'rows', deletes: [{ q: { a: { $type: 'int' } }, limit: 0 }] },
      { aggregate: 'rows', pipeline: [{ $lookup: {} }], cursor: {} },
      { aggregate: 'rows', pipeline: [{ $group: { _id: 1, a: { $stdDevPop: '$a' } } }], cursor: {} },
      { createIndexes: 'rows', indexes: [{ name: 'x', key: { a: '2dsphere' } }] },
      { createIndexes: 'rows', indexes: [{ name: 'x', key: { a: 1 }, collation: { locale: 'de' } }] },
    ];
    for (const command of commands) {
      const reply = await database.command(command).catch((error: MongoServerError) => error.errorResponse);
      const { code } = reply.writeErrors?.[0] ?? reply;
      assert.equal(code, 2, JSON.stringify(command));
    }
    const rows = database.collection<Row>('rows');
    await rows.insertOne({ _id: 1 });
    await assert.rejects(rows.aggregate([{ $set: { a: { $toLower: 'A' } } }]).toArray(), { code: 2 });
    await assert.rejects(database.command({ mapReduce: 'rows' }), { code: 59 });
    await assert.rejects(
      database.client.withSession((session) => session.withTransaction(() => rows.findOne({}, { session }))),
      { code: 2 },
    );
  });

  it('closes the connection on an invalid message', async (context) => {
    const { double } = await clientOfDouble(context);
    for (const length of [3, 48_000_001]) {
      const socket = connect(double.port, '127.0.0.1');
      const header = Buffer.alloc(16);
      header.writeInt32LE(length);
      socket.write(header);
      const answered = await socket.toArray();
      assert.deepEqual(answered, []);
    }
  });

  it('a driver repeats a write whose answer was lost, and it is done once', async (context) => {
    const { database, double } = await clientOfDouble(context);
    const rows = database.collection<Row>('rows');
    await rows.insertOne({ _id: 1, n: 0 });
    double.faults.only = ['update', 'findAndModify', 'insert'];
    double.faults.dropAfter = 1;
    assert.equal((await rows.updateOne({ _id: 1 }, { $inc: { n: 1 } })).modifiedCount, 1);
    double.faults.dropAfter = 1;
    assert.deepEqual(await rows.findOneAndUpdate({ _id: 1 }, { $inc: { n: 1 } }), { _id: 1, n: 1 });
    double.faults.dropAfter = 1;
    await rows.insertOne({ _id: 2 });
    double.faults.dropBefore = 1;
    await rows.insertOne({ _id: 3 });
    assert.deepEqual(await rows.find().toArray(), [{ _id: 1, n: 2 }, { _id: 2 }, { _id: 3 }]);
    assert.deepEqual(
      [double.calls.get('update'), double.calls.get('findAndModify'), double.calls.get('insert')],
      [2, 2, 5],
    );
  });

  it('can be a router, through which a driver repeats writes as well', async (context) => {
    const { client, database, double } = await clientOfDouble(context, {}, { router: true });
    const kinds: string[] = [];
    client.on('serverDescriptionChanged', ({ newDescription }) => kinds.push(newDescription.type));
    const rows = database.collection<Row>('rows');
    await rows.insertOne({ _id: 1, n: 0 });
    assert.equal(kinds.at(-1), 'Mongos');
    double.faults.only = ['update'];
    double.faults.dropAfter = 1;
    assert.equal((await rows.updateOne({ _id: 1 }, { $inc: { n: 1 } })).modifiedCount, 1);
    assert.deepEqual(await rows.findOne(), { _id: 1, n: 1 });
  });

  it('breaks connections that are open, and refuses new ones', async (context) => {
    const options = { retryWrites: false, retryReads: false, serverSelectionTimeoutMS: 200 };
    const { database, double } = await clientOfDouble(context, options);
    const rows = database.collection<Row>('rows');
    await rows.insertOne({ _id: 1 });
    double.faults.refuseConnections = true;
    double.dropConnections();
    await eventually('the connections to be broken', () => double.connections() === 0);
    await assert.rejects(rows.findOne());
    double.faults.refuseConnections = false;
    await whenBack(database);
    assert.deepEqual(await rows.findOne(), { _id: 1 });
  });

  it('refuses as a primary that steps down, and drivers try again', async (context) => {
    const { database, double } = await clientOfDouble(context);
    const rows = database.collection<Row>('rows');
    double.faults.only = ['insert', 'find'];
    double.faults.refuse = 1;
    await rows.insertOne({ _id: 1 });
    double.faults.refuse = 1;
    assert.deepEqual(await rows.findOne(), { _id: 1 });
    double.faults.refuse = 1;
    double.faults.refusal = { code: 14031, codeName: 'OutOfDiskSpace' };
    await assert.rejects(rows.insertOne({ _id: 2 }), { code: 14031 });
    assert.equal(await rows.countDocuments(), 1);
  });

  it('keeps silent, with the write done or not done', async (context) => {
    const limits = { socketTimeoutMS: 200, connectTimeoutMS: 200 };
    const { database, double } = await clientOfDouble(context, { retryWrites: false, retryReads: false, ...limits });
    const rows = database.collection<Row>('rows');
    double.faults.writes = 'silent';
    await assert.rejects(rows.insertOne({ _id: 1 }), MongoNetworkError);
    double.faults.writes = 'deaf';
    await assert.rejects(rows.insertOne({ _id: 2 }), MongoNetworkError);
    double.faults.writes = 'answered';
    double.faults.answersLeft = 1;
    await rows.insertOne({ _id: 3 });
    await assert.rejects(rows.insertOne({ _id: 4 }), MongoNetworkError);
    assert.deepEqual(await rows.distinct('_id'), [1, 3, 4]);
    double.faults.frozen = true;
    await assert.rejects(rows.findOne(), MongoNetworkError);
  });

  it('answers as late as it is told to, within limits', async (context) => {
    const { database, double } = await clientOfDouble(context);
    double.faults.only = ['find'];
    double.faults.delayMs = 60_000;
    await assert.rejects(database.collection('rows').findOne({}, { maxTimeMS: 10 }), { code: 50 });
    double.faults.delayMs = 1;
    assert.equal(await database.collection('rows').findOne({}, { maxTimeMS: 10_000 }), null);
  });

  it('says that the majority has not confirmed a write in time', async (context) => {
    const { database, double } = await clientOfDouble(context);
    const rows = database.collection<Row>('rows');
    double.faults.writeConcernTimeouts = 1;
    await assert.rejects(rows.insertOne({ _id: 1 }), { code: 64 });
    assert.equal(await rows.countDocuments(), 1);
  });

  it('lets upserts of one document meet: one wins', async (context) => {
    const { database, double } = await clientOfDouble(context);
    const rows = database.collection<Row>('rows');
    const upsert = (filter: object) => rows.updateOne(filter, { $inc: { n: 1 } }, { upsert: true });
    double.faults.upsertsMeet = 2;
    const guarded = { _id: 1, n: { $lt: 5 } };
    const outcomes = await Promise.allSettled([upsert(guarded), upsert(guarded)]);
    const refused = outcomes.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[];
    assert.deepEqual(
      refused.map(({ reason }) => [reason.code, reason.keyValue]),
      [[11000, { _id: 1 }]],
    );
    const either = { _id: 4, $or: [{ n: { $lt: 0 } }, { n: 9 }] };
    const choices = await Promise.allSettled([upsert(either), upsert(either)]);
    assert.deepEqual(
      choices.map(({ status }) => status).sort(),
      ['fulfilled', 'rejected'],
      'no equality but _id alone',
    );
    await rows.deleteOne({ _id: 4 });
    const both = await Promise.all([upsert({ _id: 2 }), upsert({ _id: 2 })]);
    assert.deepEqual(both.map(({ upsertedCount }) => upsertedCount).sort(), [0, 1]);
    double.faults.upsertsBeginAgain = false;
    await assert.rejects(Promise.all([upsert({ _id: 3 }), upsert({ _id: 3 })]), { code: 11000 });
    assert.deepEqual(await rows.find().toArray(), [
      { _id: 1, n: 1 },
      { _id: 2, n: 2 },
      { _id: 3, n: 1 },
    ]);
  });

  it('removes what has lived past the time of a TTL index', async (context) => {
    const { database, double, restart } = await clientOfDouble(context);
    const rows = database.collection<Row>('rows');
    await rows.createIndex({ at: 1 }, { expireAfterSeconds: 5 });
    await rows.insertMany([{ _id: 1, at: new Date(1_000) }, { _id: 2, at: new Date(2_000) }, { _id: 3 }]);
    assert.equal(await double.expire(5_999), 0);
    assert.equal(await double.expire(6_000), 1);
    await restart();
    await whenBack(database);
    assert.deepEqual(await rows.distinct('_id'), [2, 3]);
  });

  it('has all collections and indexes after a restart', async (context) => {
    const { database, restart } = await clientOfDouble(context);
    const rows = database.collection<Row>('rows');
    await rows.createIndex({ n: 1 }, { unique: true });
    await rows.createIndex({ at: 1 });
    await rows.dropIndex('at_1');
    await rows.insertMany([{ _id: 1, n: 1, at: new Date(0) }, { _id: 2, n: 2 }, { _id: 3 }]);
    await rows.updateOne({ _id: 1 }, { $set: { n: 5 } });
    await rows.deleteOne({ _id: 2 });
    await database.collection<Row>('gone').insertOne({ _id: 1 });
    await database.dropCollection('gone');
    await restart();
    await whenBack(database);
    assert.deepEqual(await rows.find().toArray(), [{ _id: 1, n: 5, at: new Date(0) }, { _id: 3 }]);
    await assert.rejects(rows.insertOne({ _id: 4, n: 5 }), { code: 11000 });
    assert.deepEqual(
      (await rows.indexes()).map(({ name }) => name),
      ['_id_', 'n_1'],
    );
    assert.deepEqual(
      (await database.listCollections().toArray()).map(({ name }) => name),
      ['rows'],
    );
  });
});
