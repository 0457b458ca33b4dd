import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Stores } from './stores.ts';

export function uniqueValuesContract(stores: Stores): void {
  describe('unique values', () => {
    test('the first owner holds the value and may reserve it again', async () => {
      let store = await stores.open();
      assert.equal(await store.uniqueValues.owner('policy', 'org_1/strict/1'), null);
      assert.equal(await store.uniqueValues.reserve('policy', 'org_1/strict/1', 'pol_1'), 'pol_1');
      assert.equal(await store.uniqueValues.reserve('policy', 'org_1/strict/1', 'pol_2'), 'pol_1');
      assert.equal(await store.uniqueValues.reserve('policy', 'org_1/strict/1', 'pol_1'), 'pol_1');
      assert.equal(await store.uniqueValues.reserve('api-key', 'org_1/strict/1', 'key_1'), 'key_1');
      store = await stores.reopen();
      assert.equal(await store.uniqueValues.owner('policy', 'org_1/strict/1'), 'pol_1');
    });

    test('one of many concurrent owners wins, and all learn which', async () => {
      const store = await stores.open();
      const owners = await Promise.all(
        Array.from({ length: 20 }, (_, index) => store.uniqueValues.reserve('n', 'v', `o${index}`)),
      );
      assert.equal(new Set(owners).size, 1);
      assert.equal(await store.uniqueValues.owner('n', 'v'), owners[0]);
    });

    test('only the owner can release a reservation', async () => {
      const store = await stores.open();
      await store.uniqueValues.reserve('n', 'v', 'o1');
      await store.uniqueValues.release('n', 'v', 'o2');
      assert.equal(await store.uniqueValues.owner('n', 'v'), 'o1');
      await store.uniqueValues.release('n', 'v', 'o1');
      await store.uniqueValues.release('n', 'v', 'o1');
      assert.equal(await store.uniqueValues.reserve('n', 'v', 'o2'), 'o2');
    });
  });
}
