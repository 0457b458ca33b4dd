/** What the stores of both shapes hand over to one another. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { CostRow, MovedRow, MovedTable, MovedTables } from '#contracts/ports/moved-table.ts';
import { masterKey } from '#platform/crypto/key-wrapping.ts';
import { type MovedDatabase, openMovedDatabase } from '#platform/mongodb/moved/database.ts';
import { openMongoStores } from '#platform/mongodb/stores.ts';
import { type MovedFolder, openMovedFolder } from '#platform/sqlite/moved/folder.ts';
import { SqliteOperations } from '#platform/sqlite/operations/operational-stores.ts';
import { SqliteKeyVault } from '#platform/sqlite/vault/key-vault.ts';
import { type MongoServer, mongoServer, reportMongo } from '#test/support/servers/mongodb.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const DAY_MS = 86_400_000;
// Tomorrow: a server deletes by its own clock what has expired.
const NOW = Math.floor(Date.now() / DAY_MS + 1) * DAY_MS + DAY_MS / 2;
const LATER = new Date(NOW + 20 * DAY_MS).toISOString();
const SOURCE = masterKey(randomBytes(32));
const TARGET = masterKey(randomBytes(32));

let folder: { path: string; remove(): Promise<void> };
let mongo: MongoServer;
let options: { url: string; master: typeof TARGET; previousMaster: null };
let [first, second]: MovedFolder[] = [];
let database: MovedDatabase;

const request = (call: string, cents: number) => ({
  key_id: 'key_1',
  organization_id: 'org_1',
  call_id: call,
  requests: 1,
  quota_per_hour: 10,
  max_concurrent: 8,
  lease_until_ms: NOW + 60_000,
  key_monthly_limit_cents: 1_000,
  organization_monthly_limit_cents: 1_000,
  reservations: [{ reservation_id: `r-${call}`, cost_cents: cents }],
  now_ms: NOW,
});
const scope = { organization_id: 'org_1', principal_id: 'key_1', endpoint: 'POST /verifications', key: 'ab' };

const openFolder = (name: string, master: typeof SOURCE) =>
  openMovedFolder({
    folder: join(folder.path, name),
    master,
    previousMaster: null,
    organizationOf: async (keyId) => (keyId === 'key_1' ? 'org_1' : null),
  });

before(async () => {
  folder = await temporaryFolder();
  mongo = await mongoServer();
  const url = mongo.url.replace(/^(mongodb(?:\+srv)?:\/\/[^/?]+)\/?/, `$1/${mongo.database}`);
  options = { url, master: TARGET, previousMaster: null };
  first = await openFolder('first', SOURCE);
  const path = (name: string) => join(folder.path, 'first', name);
  const vault = new SqliteKeyVault({ path: path('vault.db'), master: SOURCE });
  const key = { organization_id: 'org_1', expires_at: LATER, ephemeral: false };
  await vault.createDataKey('ver_kept', key);
  await vault.createDataKey('ver_gone', key);
  await vault.createDataKey('ver_short', { ...key, ephemeral: true });
  await vault.shred(['ver_gone']);
  await vault.serverSecret('pepper');
  await vault.close();
  const operations = new SqliteOperations({ path: path('operations.db') });
  await operations.admission.admit(request('a', 30));
  await operations.admission.admit(request('b', 50));
  await operations.admission.settleCost('r-a', 20);
  const hold = { fingerprint: 'f', target_id: 'ver_kept', lease_until: LATER, expires_at: LATER };
  await operations.idempotency.hold(scope, hold, new Date(NOW).toISOString());
  await operations.uniqueValues.reserve('keys', 'ünïque "value"', 'key_1');
  await operations.values.compareAndSet('a/value', null, '{"x":1}');
  await operations.close();
  await first.tables.blobs.put([
    { id: 'uploads/one', bytes: new Uint8Array([1, 2, 3]), expires_at: Date.parse(LATER) },
  ]);
  const document = { title: 'Mills', publisher: 'Oldford', publication_date: null, licence: null, content_hash: 'c' };
  await first.tables.library.put([
    { id: 'mills.txt', ...document, indexed_at: '2026-01-02T03:04:05.678Z', passages: ['It turns.', 'It is white.'] },
  ]);
  database = await openMovedDatabase(options);
  second = await openFolder('second', SOURCE);
});
after(async () => {
  await first?.close();
  await second?.close();
  await database.close();
  await mongo.stop();
  await folder.remove();
});

async function rowsOf(tables: MovedTables): Promise<Record<string, MovedRow[]>> {
  const all: Record<string, MovedRow[]> = {};
  for (const [name, table] of Object.entries(tables) as [string, MovedTable<MovedRow>][]) {
    const rows: MovedRow[] = [];
    for await (const row of table.rows()) rows.push(row);
    all[name] = rows.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  }
  return all;
}

/** Twice, as a move that was broken off repeats what it did. */
async function copied(from: MovedTables, to: MovedTables): Promise<void> {
  for (const name of Object.keys(from) as (keyof MovedTables)[]) {
    for (let time = 0; time < 2; time++) {
      for await (const row of from[name].rows()) await (to[name] as MovedTable<MovedRow>).put([row]);
    }
  }
}

test('every row is the same in MongoDB, and in another folder after that', async (context) => {
  reportMongo(context, mongo);
  const rows = await rowsOf(first!.tables);
  for (const [name, some] of Object.entries(rows)) assert.notDeepEqual(some, [], `no row of ${name} to move`);
  await copied(first!.tables, database.tables);
  const stored = await rowsOf(database.tables);
  stored.library = stored.library!.filter(({ id }) => id === 'mills.txt');
  assert.deepEqual(stored, rows);
  await copied(database.tables, second!.tables);
  assert.deepEqual(await rowsOf(second!.tables), rows);
});

test('what people pay without a key counts for each organization, in both shapes', async () => {
  const path = join(folder.path, 'third', 'operations.db');
  const third = await openFolder('third', SOURCE);
  const paidBy = (key_id: string, organization_id: string) => ({
    ...request(organization_id, 7),
    ...{ key_id, organization_id, key_monthly_limit_cents: null },
    reservations: [{ reservation_id: `${key_id} in ${organization_id}`, cost_cents: 7 }],
  });
  const operations = new SqliteOperations({ path });
  // The owner of the one has made the other, and is the same person there.
  for (const paid of [paidBy('usr_1', 'org_2'), paidBy('usr_1', 'org_3'), paidBy('key_1', 'org_1')]) {
    assert.equal((await operations.admission.admit(paid)).outcome, 'admitted');
  }
  const stores = await openMongoStores({ ...options, clock: { now: () => NOW } });
  for (const paid of [paidBy('usr_1', 'org_2'), paidBy('usr_1', 'org_3')]) {
    assert.equal((await stores.operations.admission.admit(paid)).outcome, 'admitted');
  }
  await Promise.all([operations.close(), stores.close()]);
  const paid = async ({ costs }: MovedTables) => {
    const rows = (await rowsOf({ costs } as MovedTables)).costs as CostRow[];
    return rows.map(({ id, cents, keys }) => [JSON.parse(id)[0], cents, keys]).filter(([id]) => id !== 'org_1');
  };
  const expected = ['org_2', 'org_3'].map((id) => [id, 7, []]);
  assert.deepEqual([await paid(third.tables), await paid(database.tables)], [expected, expected]);
  const row = (await rowsOf({ costs: third.tables.costs } as MovedTables)).costs!.find(({ id }) => /org_1/.test(id));
  assert.deepEqual((row as CostRow).keys, [['key_1', 7]]);
  await third.close();
});

test('the stores in MongoDB go on where those of the folder were', async () => {
  const stores = await openMongoStores({ ...options, clock: { now: () => NOW } });
  try {
    const { operations, vault, blobs, library } = stores;
    assert.equal(await vault.dataKey('ver_gone'), null);
    assert.equal(await vault.dataKey('ver_short'), null, 'its key was in memory only, and is known to be lost');
    assert.equal((await vault.dataKey('ver_kept'))?.length, 32);
    await assert.rejects(
      vault.createDataKey('ver_gone', { organization_id: 'o', expires_at: LATER, ephemeral: false }),
      {
        code: 'key_destroyed',
      },
    );
    assert.deepEqual(
      (await vault.due(new Date(NOW + 30 * DAY_MS).toISOString(), 9)).map(({ id }) => id),
      ['ver_kept', 'ver_short'],
    );
    assert.equal((await operations.admission.quota('key_1', 10, NOW)).remaining, 8);
    const exceeding = await operations.admission.admit(request('c', 931));
    assert.equal(exceeding.outcome, 'cost_limited', '20 are settled and 50 reserved of 1,000');
    assert.equal((await operations.admission.admit(request('d', 930))).outcome, 'admitted');
    const held = { fingerprint: 'f', target_id: 'ver_other', lease_until: LATER, expires_at: LATER };
    assert.equal((await operations.idempotency.hold(scope, held, new Date(NOW).toISOString())).outcome, 'in_progress');
    assert.deepEqual(await blobs.get('uploads/one'), new Uint8Array([1, 2, 3]));
    const [found] = await library.search([{ terms: ['white'], limit: 1 }]);
    assert.equal(found?.[0]?.indexed_at, '2026-01-02T03:04:05.678Z');
  } finally {
    await stores.close();
  }
});
