import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { SECOND, type Stores, T0 } from './stores.ts';

export function reservationsContract(stores: Stores): void {
  describe('unique reservations', () => {
    test('the first owner holds the value and may reserve it again', async () => {
      let store = await stores.open();
      assert.equal(await store.reservation('policy', 'org_1/strict/1'), null);
      assert.equal(await store.reserve('policy', 'org_1/strict/1', 'pol_1'), 'pol_1');
      assert.equal(await store.reserve('policy', 'org_1/strict/1', 'pol_2'), 'pol_1');
      assert.equal(await store.reserve('policy', 'org_1/strict/1', 'pol_1'), 'pol_1');
      assert.equal(await store.reserve('api-key', 'org_1/strict/1', 'key_1'), 'key_1');
      store = await stores.reopen();
      assert.equal(await store.reservation('policy', 'org_1/strict/1'), 'pol_1');
    });

    test('one of many concurrent owners wins, and all learn which', async () => {
      const store = await stores.open();
      const owners = await Promise.all(Array.from({ length: 20 }, (_, index) => store.reserve('n', 'v', `o${index}`)));
      assert.equal(new Set(owners).size, 1);
      assert.equal(await store.reservation('n', 'v'), owners[0]);
    });

    test('only the owner can release a reservation', async () => {
      const store = await stores.open();
      await store.reserve('n', 'v', 'o1');
      await store.releaseReservation('n', 'v', 'o2');
      assert.equal(await store.reservation('n', 'v'), 'o1');
      await store.releaseReservation('n', 'v', 'o1');
      await store.releaseReservation('n', 'v', 'o1');
      assert.equal(await store.reserve('n', 'v', 'o2'), 'o2');
    });
  });

  describe('leases', () => {
    test('one holder at a time: it renews; others get an expired or released lease', async () => {
      const store = await stores.open();
      const acquire = (holder: string, offset: number) => store.acquireLease('relay', holder, 10 * SECOND, T0 + offset);
      assert.equal(await acquire('a', 0), true);
      assert.equal(await acquire('b', 9_999), false);
      assert.equal(await acquire('a', 9_999), true);
      assert.equal(await acquire('b', 10_000), false);
      assert.equal(await acquire('b', 19_999), true);
      assert.equal(await acquire('a', 20_000), false);
      await store.releaseLease('relay', 'a');
      assert.equal(await acquire('a', 20_000), false);
      await store.releaseLease('relay', 'b');
      assert.equal(await acquire('a', 20_000), true);
      assert.equal(await store.acquireLease('audit', 'b', SECOND, T0), true);
    });

    test('one of many concurrent requests gets the lease', async () => {
      const store = await stores.open();
      const got = await Promise.all(
        Array.from({ length: 20 }, (_, index) => store.acquireLease('relay', `h${index}`, SECOND, T0)),
      );
      assert.equal(got.filter(Boolean).length, 1);
    });

    test('sweep ends no valid lease', async () => {
      const store = await stores.open();
      await store.acquireLease('relay', 'a', 10 * SECOND, T0);
      await store.sweep(T0 + 9_999);
      assert.equal(await store.acquireLease('relay', 'b', SECOND, T0 + 9_999), false);
    });
  });

  describe('compare-and-set', () => {
    test('sets the value if the current one is as expected, and says whether it did', async () => {
      let store = await stores.open();
      assert.equal(await store.value('checkpoint'), null);
      assert.equal(await store.compareAndSet('checkpoint', '1', '2'), false);
      assert.equal(await store.compareAndSet('checkpoint', null, '1'), true);
      assert.equal(await store.compareAndSet('checkpoint', null, '2'), false);
      assert.equal(await store.compareAndSet('checkpoint', '0', '2'), false);
      assert.equal(await store.compareAndSet('checkpoint', '1', '2'), true);
      assert.equal(await store.compareAndSet('checkpoint', '2', '2'), true);
      store = await stores.reopen();
      assert.equal(await store.value('checkpoint'), '2');
    });

    test('one of many concurrent calls sets the value', async () => {
      const store = await stores.open();
      const set = await Promise.all(Array.from({ length: 20 }, (_, i) => store.compareAndSet('k', null, `${i}`)));
      assert.equal(set.filter(Boolean).length, 1);
      assert.equal(await store.value('k'), String(set.indexOf(true)));
    });
  });
}
