import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Stores } from './stores.ts';

export function serverValuesContract(stores: Stores): void {
  describe('server values', () => {
    test('sets the value if the current one is as expected, and says whether it did', async () => {
      let store = await stores.open();
      assert.equal(await store.values.get('checkpoint'), null);
      assert.equal(await store.values.compareAndSet('checkpoint', '1', '2'), false);
      assert.equal(await store.values.compareAndSet('checkpoint', null, '1'), true);
      assert.equal(await store.values.compareAndSet('checkpoint', null, '2'), false);
      assert.equal(await store.values.compareAndSet('checkpoint', '0', '2'), false);
      assert.equal(await store.values.compareAndSet('checkpoint', '1', '2'), true);
      assert.equal(await store.values.compareAndSet('checkpoint', '2', '2'), true);
      store = await stores.reopen();
      assert.equal(await store.values.get('checkpoint'), '2');
    });

    test('one of many concurrent calls sets the value', async () => {
      const store = await stores.open();
      const set = await Promise.all(
        Array.from({ length: 20 }, (_, i) => store.values.compareAndSet('k', null, `${i}`)),
      );
      assert.equal(set.filter(Boolean).length, 1);
      assert.equal(await store.values.get('k'), String(set.indexOf(true)));
    });
  });
}
