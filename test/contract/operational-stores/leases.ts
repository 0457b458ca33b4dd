import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { SECOND, type Stores, T0 } from './stores.ts';

export function leasesContract(stores: Stores): void {
  describe('leases', () => {
    test('only the holder renews; others get an expired or released lease', async () => {
      const store = await stores.open();
      const acquire = (holder: string, offset: number) =>
        store.leases.acquire('relay', holder, 10 * SECOND, T0 + offset);
      assert.equal(await acquire('a', 0), true);
      assert.equal(await acquire('b', 9_999), false);
      assert.equal(await acquire('a', 9_999), true);
      assert.equal(await acquire('b', 10_000), false);
      assert.equal(await acquire('b', 19_999), true);
      assert.equal(await acquire('a', 20_000), false);
      await store.leases.release('relay', 'a');
      assert.equal(await acquire('a', 20_000), false);
      await store.leases.release('relay', 'b');
      assert.equal(await acquire('a', 20_000), true);
      assert.equal(await store.leases.acquire('audit', 'b', SECOND, T0), true);
    });

    test('one of many concurrent requests gets the lease', async () => {
      const store = await stores.open();
      const got = await Promise.all(
        Array.from({ length: 20 }, (_, index) => store.leases.acquire('relay', `h${index}`, SECOND, T0)),
      );
      assert.equal(got.filter(Boolean).length, 1);
    });

    test('contenders that take and release it in a loop get it or not, one at a time', async () => {
      const store = await stores.open();
      const held = new Set<string>();
      const contend = async (holder: string) => {
        for (let round = 0; round < 60; round++) {
          if (!(await store.leases.acquire('relay', holder, SECOND, T0))) continue;
          held.add(holder);
          await setImmediate();
          assert.deepEqual([...held], [holder]);
          held.delete(holder);
          await store.leases.release('relay', holder);
        }
      };
      await Promise.all(['a', 'b', 'c'].map(contend));
      assert.equal(await store.leases.acquire('relay', 'd', SECOND, T0), true);
    });

    test('sweep ends no valid lease', async () => {
      const store = await stores.open();
      await store.leases.acquire('relay', 'a', 10 * SECOND, T0);
      await store.sweep(T0 + 9_999);
      assert.equal(await store.leases.acquire('relay', 'b', SECOND, T0 + 9_999), false);
    });
  });
}
