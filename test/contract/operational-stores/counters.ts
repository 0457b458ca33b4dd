import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { MINUTE, SECOND, type Stores, T0 } from './stores.ts';

export function countersContract(stores: Stores): void {
  describe('fixed-window counters', () => {
    test('count up to the limit, refuse beyond it, and reset with the window', async () => {
      const store = await stores.open();
      const hit = (offset: number, counter = 'key_1') => store.counters.hit(counter, 3, MINUTE, T0 + offset);
      assert.deepEqual(await hit(15 * SECOND), { allowed: true, limit: 3, remaining: 2, reset_seconds: 45 });
      await hit(16 * SECOND);
      assert.deepEqual(await hit(59_500), { allowed: true, limit: 3, remaining: 0, reset_seconds: 1 });
      assert.deepEqual(await hit(59_500), { allowed: false, limit: 3, remaining: 0, reset_seconds: 1 });
      assert.equal((await hit(59_500, 'key_2')).allowed, true);
      assert.deepEqual(await hit(MINUTE), { allowed: true, limit: 3, remaining: 2, reset_seconds: 60 });
    });

    test('lose no concurrent hit, nor one to a sweep', async () => {
      const store = await stores.open();
      const hits = await Promise.all(Array.from({ length: 30 }, () => store.counters.hit('key_1', 10, MINUTE, T0)));
      assert.equal(hits.filter(({ allowed }) => allowed).length, 10);
      await store.sweep(T0 + MINUTE - 1);
      assert.equal((await store.counters.hit('key_1', 10, MINUTE, T0 + MINUTE - 1)).allowed, false);
    });
  });
}
