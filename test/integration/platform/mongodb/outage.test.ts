/** A server that is down for a while, killed in the middle of writes, or silent. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { inspect } from 'node:util';
import { MONGO_RESTARTS, mongoServer } from '#test/support/servers/mongodb.ts';
import { call, MINUTE, openStores, T0, twoOnDouble } from './stores-on-double.ts';

const options = {
  organization_id: 'org_1',
  expires_at: new Date(T0 + MINUTE).toISOString(),
  ephemeral: false,
};
const ATTEMPTS = 40;

describe('a server that is gone', { skip: !MONGO_RESTARTS }, () => {
  test('fails every call within its time limit; once it is back, calls work again', async (context) => {
    const server = await mongoServer();
    context.after(() => server.stop());
    const stores = await openStores(server.url, 'serverSelectionTimeoutMS=300', server.database);
    context.after(() => stores.close());
    const { operations, vault, library, blobs, views } = stores;
    const view = { name: 'items', version: 1, indexes: [] };
    await views.live(view);
    const key = await vault.createDataKey('ver_a', options);
    await blobs.put('ver_a/upload', Buffer.from('sealed'));
    await server.kill();

    const unavailable = { name: 'MongoStoreError', code: 'unavailable' };
    await Promise.all([
      assert.rejects(operations.admission.admit(call('a')), unavailable),
      assert.rejects(operations.uniqueValues.reserve('policy', 'a private name', 'pol_1'), (error) => {
        assert.doesNotMatch(inspect(error, { depth: 9 }), /private/);
        return true;
      }),
      assert.rejects(vault.dataKey('ver_a'), { name: 'KeyVaultError', code: 'unavailable' }),
      assert.rejects(vault.shred(['ver_b']), { name: 'KeyVaultError', code: 'unavailable' }),
      assert.rejects(library.search([{ terms: ['herring'], limit: 1 }]), unavailable),
      assert.rejects(blobs.get('ver_a/upload'), unavailable),
      assert.rejects(views.get(view, 'a'), unavailable),
    ]);
    await assert.rejects(openStores(server.url, 'serverSelectionTimeoutMS=300', server.database), unavailable);

    await server.restart();
    // The driver checks a lost server at most every half second while calls wait for it.
    const returned = await untilAnswered(() => vault.dataKey('ver_a'));
    assert.deepEqual(returned, key);
    assert.equal((await operations.admission.admit(call('a'))).outcome, 'admitted');
    assert.equal(Buffer.from((await blobs.get('ver_a/upload'))!).toString(), 'sealed');
    assert.equal(await views.get(view, 'a'), null);
    await vault.shred(['ver_b']);
    await assert.rejects(vault.createDataKey('ver_b', options), { code: 'key_destroyed' });
  });

  test('and was killed before it answered writes: they are repeated, and done once', async (context) => {
    const server = await mongoServer({ answers: 16 });
    context.after(() => server.stop());
    const stores = await openStores(server.url, 'serverSelectionTimeoutMS=5000', server.database);
    context.after(() => stores.close());
    const { operations } = stores;
    const admitting = Promise.all(
      Array.from({ length: 10 }, (_, index) => operations.admission.admit(call(`c${index}`, { max_concurrent: 20 }))),
    );
    const settled = admitting.then(
      () => 'answered' as const,
      () => 'failed' as const,
    );
    await server.kill();
    await server.restart();
    await settled;
    // Whatever was acknowledged, repeating the same calls counts each of them once.
    for (let index = 0; index < 10; index++) {
      assert.equal((await operations.admission.admit(call(`c${index}`, { max_concurrent: 20 }))).outcome, 'admitted');
    }
    assert.equal((await operations.admission.quota('key_1', 100, T0)).remaining, 90);
    assert.equal((await operations.admission.openReservations(T0 + 1, 100)).length, 10);
  });
});

test('a silent server ends a call at the limit of its socket', async (context) => {
  const { server } = await twoOnDouble(context);
  const stores = await openStores(server.url, 'serverSelectionTimeoutMS=300&socketTimeoutMS=200');
  context.after(() => stores.close());
  assert.equal(await stores.operations.values.get('k'), null);
  server.double.faults.frozen = true;
  await assert.rejects(stores.operations.values.get('k'), { name: 'MongoStoreError', code: 'unavailable' });
  server.double.faults.frozen = false;
  assert.equal(await untilAnswered(() => stores.operations.values.get('k')), null);
});

/** Repeats calls that fail as unavailable; each waits for the server up to its time limit. */
async function untilAnswered<T>(work: () => Promise<T>): Promise<T> {
  for (let left = ATTEMPTS; ; left--) {
    try {
      return await work();
    } catch (error) {
      if ((error as { code?: unknown }).code !== 'unavailable' || left === 0) throw error;
    }
  }
}
