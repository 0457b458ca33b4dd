/**
 * Several clients on one FerretDB, one of which is killed. Admissions are not tested here, as FerretDB lacks features
 * that they need (test/contract/ferretdb.operational-store.test.ts).
 */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { MongoClient } from 'mongodb';
import type { View } from '#contracts/ports/read-store.ts';
import type { MongoStores } from '#platform/mongodb/stores.ts';
import { PART_BYTES } from '#platform/mongodb/views/view-documents.ts';
import { p, write } from '#test/contract/read-store/stores.ts';
import { ferretDbServer, reportFerretDb, unlessMissing } from '#test/support/servers/ferretdb.ts';
import { MINUTE, openStores, T0 } from './stores-on-double.ts';

const server = await ferretDbServer();
const CLIENTS = 3;
const TRIES = 20;
const VIEW: View = { name: 'results', version: 1, indexes: [{ fields: ['n'] }] };
const at = (offset: number) => new Date(T0 + offset).toISOString();

before((context) => reportFerretDb(context as Parameters<typeof reportFerretDb>[0], server));

describe('on FerretDB', unlessMissing(server), () => {
  if ('reason' in server) return;
  const clients: MongoStores[] = [];
  const database = (name: string) => `${server.database.slice(0, 20)}_${name}`;
  before(async () => {
    for (let client = 0; client < CLIENTS; client++) {
      clients.push(await openStores(server.url, 'serverSelectionTimeoutMS=5000', database('races')));
    }
  });
  after(async () => {
    for (const client of clients) await client.close();
    await server.stop();
  });

  /** Every client does it TRIES times, concurrently with all others. Returns all results in one list. */
  async function race<T>(work: (client: MongoStores, name: string) => Promise<T>): Promise<T[]> {
    const all = clients.flatMap((client, number) =>
      Array.from({ length: TRIES }, (_, index) => work(client, `c${number}_${index}`)),
    );
    return Promise.all(all);
  }

  test('exactly as many calls as there is room for win a race', async () => {
    const hits = await race(({ operations }) => operations.counters.hit('minute', 11, MINUTE, T0));
    assert.equal(hits.filter(({ allowed }) => allowed).length, 11);

    const leases = await race(({ operations }, name) => operations.leases.acquire('relay', name, MINUTE, T0));
    assert.equal(leases.filter(Boolean).length, 1);
    const over = await race(({ operations }, name) => operations.leases.acquire('relay', name, MINUTE, T0 + MINUTE));
    assert.equal(over.filter(Boolean).length, 1);

    const owners = await race(({ operations }, name) => operations.uniqueValues.reserve('policy', 'name', name));
    assert.equal(new Set(owners).size, 1);

    const sets = await race(({ operations }, name) => operations.values.compareAndSet('value', null, name));
    assert.equal(sets.filter(Boolean).length, 1);
    const held = await clients[0]!.operations.values.get('value');
    const changes = await race(({ operations }, name) => operations.values.compareAndSet('value', held, `${name}!`));
    assert.equal(changes.filter(Boolean).length, 1);

    const scope = { organization_id: 'org_1', principal_id: 'key_1', endpoint: 'POST /x', key: 'a1' };
    const times = { lease_until: at(MINUTE), expires_at: at(60 * MINUTE) };
    const claim = (now: number) =>
      race(({ operations }, name) =>
        operations.idempotency.hold(scope, { fingerprint: 'f', target_id: name, ...times }, at(now)),
      );
    const outcomes = (await claim(0)).map(({ outcome }) => outcome).sort();
    assert.deepEqual([...new Set(outcomes)], ['held', 'in_progress']);
    assert.equal(outcomes.filter((outcome) => outcome === 'held').length, 1);
  });

  test('concurrent creations make one key; once shredded, it is never made again', async () => {
    const options = { organization_id: 'org_1', expires_at: at(MINUTE), ephemeral: false };
    const keys = await race(({ vault }) => vault.createDataKey('ver_1', options));
    assert.equal(new Set(keys.map((key) => Buffer.from(key).toString('hex'))).size, 1);
    await clients[0]!.vault.shred(['ver_1']);
    for (const { vault } of clients) {
      assert.equal(await vault.dataKey('ver_1'), null);
      await assert.rejects(vault.createDataKey('ver_1', options), { code: 'key_destroyed' });
    }
    // Creating and destroying at once: whichever is first, the key ends up destroyed.
    await race(async ({ vault }, name) => {
      if (name.endsWith('_7')) await vault.shred(['ver_2']);
      else await vault.createDataKey('ver_2', options).catch(({ code }) => assert.equal(code, 'key_destroyed'));
    });
    for (const { vault } of clients) assert.equal(await vault.dataKey('ver_2'), null);
  });

  test('the newest document wins over that of a slower projector', async () => {
    const live = await clients[0]!.views.live(VIEW);
    const ids = ['a', 'b', 'c', 'd'];
    const upTo = 12;
    await Promise.all(
      clients.map(async ({ views }, number) => {
        // Batches of different sizes, so that old writes meet new ones.
        for (let next = 1; next <= upTo; next += number + 1) {
          const last = Math.min(next + number, upTo);
          const writes = Array.from({ length: last - next + 1 }, (_, index) =>
            ids.map((id) => write(id, next + index, { id, n: next + index })),
          ).flat();
          await views.apply(live, writes, p(last));
        }
      }),
    );
    const found = await clients[1]!.views.find(VIEW, { where: { n: upTo }, limit: 10 });
    assert.deepEqual(
      found.map(({ id }) => id),
      ids,
    );
    assert.equal(await clients[2]!.views.checkpoint(live), p(upTo));
  });

  test('a document in parts is seen whole while others replace it', async () => {
    const [one, other] = clients as [MongoStores, MongoStores];
    const live = await one.views.live(VIEW);
    const large = (n: number) => ({ n, sealed: String(n).repeat(PART_BYTES + 1) });
    await one.views.apply(live, [write('large', 101, large(1))], p(101));
    let isWriting = true;
    const reading = (async () => {
      let reads = 0;
      while (isWriting || reads++ === 0) {
        const found = await other.views.get(VIEW, 'large');
        const { n, sealed } = found!.document as { n: number; sealed: string };
        assert.equal(sealed, large(n).sealed);
      }
    })();
    await one.views.apply(live, [write('large', 102, large(2))], p(102));
    isWriting = false;
    await reading;
    assert.equal((await other.views.get(VIEW, 'large'))?.position, p(102));
  });

  test('bytes of a blob that are missing are an error, never a shorter blob', async () => {
    const { blobs } = clients[0]!;
    const client = await MongoClient.connect(server.url);
    const chunks = client.db(database('races')).collection('blob_data.chunks');
    const bytes = randomBytes(300_000);
    await blobs.put('a/b', bytes);
    assert.deepEqual(await blobs.get('a/b'), new Uint8Array(bytes));
    for (const n of [1, 0]) {
      assert.equal((await chunks.deleteMany({ n })).deletedCount, 1);
      await assert.rejects(blobs.get('a/b'), { message: 'chunks of a blob are missing' });
    }
    await client.close();
  });

  test('killed and started again, it has what it acknowledged', async () => {
    const stores = await openStores(server.url, 'serverSelectionTimeoutMS=5000', database('kill'));
    const acknowledged: string[] = [];
    let isRunning = true;
    const writing = Array.from({ length: 4 }, async (_, writer) => {
      for (let n = 0; isRunning; n++) {
        const value = `w${writer}_${n}`;
        await stores.operations.uniqueValues.reserve('kill', value, 'owner');
        acknowledged.push(value);
      }
    });
    const ended = Promise.allSettled(writing);
    while (acknowledged.length < 50) await new Promise((resolve) => setTimeout(resolve, 5));
    await server.kill();
    isRunning = false;
    await ended;
    await server.restart();
    for (const value of acknowledged) {
      assert.equal(await stores.operations.uniqueValues.owner('kill', value), 'owner', value);
    }
    await stores.close();
  });
});
