/** What remains after an erasure, and what the TTL removes without one. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Binary, BSON, type Db } from 'mongodb';
import { call, MINUTE, T0, twoOnDouble } from './stores-on-double.ts';

const DAY = 24 * 60 * MINUTE;
const at = (offset: number) => new Date(T0 + offset).toISOString();
const options = { organization_id: 'org_1', expires_at: at(MINUTE), ephemeral: false };

async function holds(database: Db, bytes: Uint8Array): Promise<boolean> {
  for (const { name } of await database.listCollections().toArray()) {
    for await (const document of database.collection(name).find()) {
      if (Buffer.from(BSON.serialize(document)).includes(bytes)) return true;
    }
  }
  return false;
}

test('no document holds a plain key, and after shredding none holds the wrapped one', async (context) => {
  const { server, one, other } = await twoOnDouble(context);
  for (const ephemeral of [false, true]) {
    const id = `ver_${ephemeral}`;
    const key = await one.vault.createDataKey(id, { ...options, ephemeral });
    const stored = await server.database.collection<{ _id: string; wrapped: Binary }>('data_keys').findOne({ _id: id });
    const wrapped = stored!.wrapped.value();
    assert.equal(await holds(server.database, key), false);
    assert.equal(await holds(server.database, wrapped), true);
    await one.vault.shred([id]);
    assert.equal(await holds(server.database, wrapped), false);
    assert.equal(await other.vault.dataKey(id), null);
    await assert.rejects(other.vault.createDataKey(id, options), { code: 'key_destroyed' });
  }
});

test('a lasting key outlives the TTL', async (context) => {
  const { server, one, other } = await twoOnDouble(context);
  const key = await one.vault.createDataKey('pcn_1/crd_1', { ...options, lasting: true });
  assert.deepEqual(await one.vault.createDataKey('pcn_1/crd_1', { ...options, lasting: true }), key);
  await one.vault.reschedule('pcn_1/crd_1', at(10 * MINUTE));
  await server.double.expire(T0 + 5 * DAY);
  assert.deepEqual(await other.vault.dataKey('pcn_1/crd_1'), key);
  const due = await one.vault.due(at(DAY), 10);
  assert.deepEqual(
    due.map(({ id }) => id),
    ['pcn_1/crd_1'],
  );
  await one.vault.shred(['pcn_1/crd_1']);
  assert.equal(await other.vault.dataKey('pcn_1/crd_1'), null);
});

test('a removed or half-written blob leaves no file and no chunk', async (context) => {
  const { server, one } = await twoOnDouble(context);
  const left = async () => {
    const names = ['blobs', 'loose_files', 'blob_data.files', 'blob_data.chunks'];
    return Promise.all(names.map((name) => server.database.collection(name).countDocuments()));
  };
  const bytes = new Uint8Array(600_000).fill(1);
  await one.blobs.put('ver_1/a', bytes);
  await one.blobs.put('ver_1/a', bytes);
  assert.deepEqual(await left(), [1, 0, 1, 3]);
  await one.blobs.deletePrefix('ver_1/');
  assert.deepEqual(await left(), [0, 0, 0, 0]);

  const refusal = { code: 8, codeName: 'UnknownError' };
  Object.assign(server.double.faults, { only: ['findAndModify'], refuse: 1, refusal });
  await assert.rejects(one.blobs.put('ver_2/a', bytes), { name: 'MongoStoreError' });
  assert.equal(await one.blobs.get('ver_2/a'), null);
  assert.deepEqual(await left(), [0, 1, 1, 3]);
  await one.blobs.sweep(new Date().toISOString());
  assert.deepEqual(await left(), [0, 1, 1, 3], 'it may still be on its way');
  await server.database.collection('loose_files').updateMany({}, { $set: { since: new Date(0) } });
  await one.blobs.sweep(new Date().toISOString());
  assert.deepEqual(await left(), [0, 0, 0, 0]);
});

test('expired documents are removed a day later; others have no date', async (context) => {
  const { server, one } = await twoOnDouble(context);
  const { operations, vault } = one;
  const scope = { organization_id: 'org_1', principal_id: 'key_1', endpoint: 'POST /x', key: 'a1' };
  const hold = { fingerprint: 'f', target_id: 'ver_1', lease_until: at(MINUTE), expires_at: at(MINUTE) };
  await operations.idempotency.hold(scope, hold, at(0));
  await operations.leases.acquire('relay', 'a', MINUTE, T0);
  await operations.counters.hit('minute', 5, MINUTE, T0);
  await operations.admission.admit(call('a'));
  await operations.uniqueValues.reserve('policy', 'name', 'pol_1');
  await vault.createDataKey('ver_kept', { ...options, expires_at: at(10 * DAY) });
  await vault.createDataKey('ver_due', options);
  await vault.shred(['ver_gone']);

  const names = ['idempotency', 'leases', 'counters', 'key_usage', 'month_costs', 'data_keys'];
  for (const name of names) {
    const indexes = await server.database.collection(name).indexes();
    const lifetimes = indexes.filter((index) => index.expireAfterSeconds !== undefined);
    assert.deepEqual(
      lifetimes.map(({ key, expireAfterSeconds }) => [key, expireAfterSeconds]),
      [[{ expires_at: 1 }, DAY / 1000]],
      name,
    );
  }
  assert.equal(await server.double.expire(T0 + DAY), 0);
  await server.double.expire(T0 + DAY + 61 * MINUTE);
  const counts = names.map((name) => server.database.collection(name).countDocuments());
  assert.deepEqual(await Promise.all(counts), [0, 0, 0, 0, 1, 2]);
  await assert.rejects(vault.createDataKey('ver_gone', options), { code: 'key_destroyed' });
  assert.equal(await vault.dataKey('ver_due'), null);
  const due = await vault.due(at(2 * DAY), 10);
  assert.deepEqual(
    due.map(({ id }) => id),
    ['ver_due'],
    'its verification still learns of its end',
  );
  assert.equal((await vault.dataKey('ver_kept'))?.length, 32);
  assert.equal(await operations.uniqueValues.owner('policy', 'name'), 'pol_1');
});
