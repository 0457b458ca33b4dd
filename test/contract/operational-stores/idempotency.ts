import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { IdempotencyScope } from '#contracts/ports/idempotency.ts';
import { at, HOUR, MINUTE, SECOND, type Stores, T0 } from './stores.ts';

const scope: IdempotencyScope = {
  organization_id: 'org_1',
  principal_id: 'key_1',
  endpoint: 'POST /verifications',
  key: 'a1b2',
};
const hold = (target: string, overrides: { fingerprint?: string; lease?: number; expires?: number } = {}) => ({
  fingerprint: overrides.fingerprint ?? 'f1',
  target_id: target,
  lease_until: at(overrides.lease ?? MINUTE),
  expires_at: at(overrides.expires ?? HOUR),
});
const created = { status: 201, headers: { location: '/v1/verifications/ver_1' }, meta: { parts: [1, null] } };

export function idempotencyContract(stores: Stores): void {
  describe('idempotency holds', () => {
    test('the first hold gets the key; a second one sees that it is in progress', async () => {
      const store = await stores.open();
      assert.deepEqual(await store.idempotency.hold(scope, hold('ver_1'), at(0)), {
        outcome: 'held',
        target_id: 'ver_1',
      });
      assert.deepEqual(await store.idempotency.hold(scope, hold('ver_2'), at(59_999)), {
        outcome: 'in_progress',
        record: {
          fingerprint: 'f1',
          target_id: 'ver_1',
          state: 'in_progress',
          response: null,
          lease_until: at(MINUTE),
          expires_at: at(HOUR),
        },
      });
    });

    test('reading a key holds nothing, and returns its record until that expires', async () => {
      const store = await stores.open();
      assert.equal(await store.idempotency.find(scope, at(0)), null);
      await store.idempotency.hold(scope, hold('ver_1'), at(0));
      const standing = { fingerprint: 'f1', target_id: 'ver_1', lease_until: at(MINUTE) };
      assert.deepEqual(await store.idempotency.find(scope, at(2 * MINUTE)), {
        ...standing,
        state: 'in_progress',
        response: null,
        expires_at: at(HOUR),
      });
      await store.idempotency.settle(scope, 'ver_1', { ...created, expires_at: at(2 * HOUR) });
      assert.deepEqual(await store.idempotency.find(scope, at(2 * HOUR - SECOND)), {
        ...standing,
        state: 'completed',
        response: created,
        expires_at: at(2 * HOUR),
      });
      assert.equal(await store.idempotency.find(scope, at(2 * HOUR)), null);
      assert.equal(await store.idempotency.find({ ...scope, endpoint: 'POST /batches#0' }, at(0)), null);
    });

    test('exactly one of many concurrent holds wins; the others see its target', async () => {
      const store = await stores.open();
      const holds = await Promise.all(
        Array.from({ length: 50 }, (_, index) => store.idempotency.hold(scope, hold(`ver_${index}`), at(0))),
      );
      const winners = holds.filter((result) => result.outcome === 'held');
      assert.equal(winners.length, 1);
      for (const result of holds) {
        if (result.outcome === 'held') continue;
        assert.equal(result.outcome, 'in_progress');
        assert.equal(result.outcome === 'in_progress' && result.record.target_id, winners[0]!.target_id);
      }
    });

    test('exactly one of many holds takes over from a dead worker, with its target', async () => {
      const store = await stores.open();
      await store.idempotency.hold(scope, hold('ver_1'), at(0));
      const holds = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          store.idempotency.hold(scope, hold(`ver_x${index}`, { lease: 2 * MINUTE }), at(MINUTE)),
        ),
      );
      const successors = holds.filter((result) => result.outcome === 'taken_over');
      assert.deepEqual(successors, [{ outcome: 'taken_over', target_id: 'ver_1' }]);
      assert.equal(holds.filter((result) => result.outcome === 'in_progress').length, 19);
    });

    test('another request with the same key is a conflict in every state of the first', async () => {
      const store = await stores.open();
      const other = hold('ver_2', { fingerprint: 'f2' });
      await store.idempotency.hold(scope, hold('ver_1'), at(0));
      assert.deepEqual(await store.idempotency.hold(scope, other, at(1)), { outcome: 'conflict' });
      assert.deepEqual(await store.idempotency.hold(scope, other, at(2 * MINUTE)), { outcome: 'conflict' });
      await store.idempotency.settle(scope, 'ver_1', { ...created, expires_at: at(HOUR) });
      assert.deepEqual(await store.idempotency.hold(scope, other, at(3 * MINUTE)), { outcome: 'conflict' });
    });

    test('every part of the scope distinguishes holds', async () => {
      const store = await stores.open();
      await store.idempotency.hold(scope, hold('ver_1'), at(0));
      const others: IdempotencyScope[] = [
        { ...scope, organization_id: 'org_2' },
        { ...scope, principal_id: 'key_2' },
        { ...scope, endpoint: 'POST /batches 0' },
        { ...scope, key: 'c3d4' },
      ];
      for (const other of others) {
        assert.equal((await store.idempotency.hold(other, hold('ver_2'), at(1))).outcome, 'held');
      }
    });

    test('a completed hold returns its response until it expires, also after a restart', async () => {
      let store = await stores.open();
      await store.idempotency.hold(scope, hold('ver_1'), at(0));
      await store.idempotency.settle(scope, 'ver_1', { ...created, expires_at: at(2 * HOUR) });
      store = await stores.reopen();
      const replay = await store.idempotency.hold(scope, hold('ver_2'), at(2 * HOUR - 1));
      assert.equal(replay.outcome, 'completed');
      assert.ok(replay.outcome === 'completed');
      assert.equal(replay.record.state, 'completed');
      assert.deepEqual(replay.record.response, created);
      assert.equal(replay.record.target_id, 'ver_1');
      assert.equal(replay.record.expires_at, at(2 * HOUR));
      assert.deepEqual(await store.idempotency.hold(scope, hold('ver_2', { lease: 3 * HOUR }), at(2 * HOUR)), {
        outcome: 'held',
        target_id: 'ver_2',
      });
    });

    test('giving up ends the lease: the next hold resumes with the same target', async () => {
      const store = await stores.open();
      await store.idempotency.hold(scope, hold('ver_1'), at(0));
      await store.idempotency.settle(scope, 'ver_1', null);
      const next = hold('ver_2', { lease: 2 * MINUTE });
      assert.deepEqual(await store.idempotency.hold(scope, next, at(1)), {
        outcome: 'taken_over',
        target_id: 'ver_1',
      });
      const third = await store.idempotency.hold(scope, hold('ver_3'), at(90 * SECOND));
      assert.ok(third.outcome === 'in_progress');
      assert.equal(third.record.lease_until, at(2 * MINUTE));
    });

    test('a lease is renewed by its holder alone, and only while the hold is held', async () => {
      const store = await stores.open();
      const renew = (target: string, from: number, to: number) =>
        store.idempotency.renew(scope, target, at(from), at(to));
      assert.equal(await renew('ver_1', MINUTE, HOUR), false);
      await store.idempotency.hold(scope, hold('ver_1'), at(0));
      assert.equal(await renew('ver_2', MINUTE, HOUR), false);
      assert.equal(await renew('ver_1', SECOND, HOUR), false);
      assert.equal(await renew('ver_1', MINUTE, 2 * MINUTE), true);
      assert.equal(await renew('ver_1', MINUTE, 3 * MINUTE), false, 'its lease is another one now');
      const seen = await store.idempotency.hold(scope, hold('ver_2', { lease: 9 * MINUTE }), at(MINUTE));
      assert.ok(seen.outcome === 'in_progress');
      assert.equal(seen.record.lease_until, at(2 * MINUTE));
      await store.idempotency.settle(scope, 'ver_1', { ...created, expires_at: at(HOUR) });
      assert.equal(await renew('ver_1', 2 * MINUTE, HOUR), false);
    });

    test('only the holder of a hold can settle it', async () => {
      const store = await stores.open();
      await store.idempotency.settle(scope, 'ver_1', { ...created, expires_at: at(HOUR) });
      await store.idempotency.hold(scope, hold('ver_1'), at(0));
      await store.idempotency.settle(scope, 'ver_2', { ...created, expires_at: at(HOUR) });
      await store.idempotency.settle(scope, 'ver_2', null);
      assert.equal((await store.idempotency.hold(scope, hold('ver_3'), at(1))).outcome, 'in_progress');
    });

    test('a released hold is forgotten: the key can get another body and target', async () => {
      let store = await stores.open();
      await store.idempotency.hold(scope, hold('ver_1'), at(0));
      await store.idempotency.release(scope, 'ver_1', at(MINUTE));
      store = await stores.reopen();
      const other = hold('ver_2', { fingerprint: 'f2' });
      assert.deepEqual(await store.idempotency.hold(scope, other, at(1)), { outcome: 'held', target_id: 'ver_2' });
    });

    test('releases only its own hold, neither taken over nor completed', async () => {
      const store = await stores.open();
      const other = hold('ver_9', { fingerprint: 'f2' });
      await store.idempotency.release(scope, 'ver_1', at(MINUTE));
      await store.idempotency.hold(scope, hold('ver_1'), at(0));
      await store.idempotency.release(scope, 'ver_2', at(MINUTE));
      await store.idempotency.release({ ...scope, key: 'c3d4' }, 'ver_1', at(MINUTE));
      assert.deepEqual(await store.idempotency.hold(scope, other, at(1)), { outcome: 'conflict' });

      const successor = hold('ver_3', { lease: 2 * MINUTE });
      assert.equal((await store.idempotency.hold(scope, successor, at(MINUTE))).outcome, 'taken_over');
      await store.idempotency.release(scope, 'ver_1', at(MINUTE));
      assert.deepEqual(await store.idempotency.hold(scope, other, at(MINUTE)), { outcome: 'conflict' });

      await store.idempotency.settle(scope, 'ver_1', { ...created, expires_at: at(HOUR) });
      await store.idempotency.release(scope, 'ver_1', at(2 * MINUTE));
      assert.equal((await store.idempotency.hold(scope, hold('ver_4'), at(3 * MINUTE))).outcome, 'completed');
    });

    test('a completed hold does not change', async () => {
      const store = await stores.open();
      await store.idempotency.hold(scope, hold('ver_1'), at(0));
      await store.idempotency.settle(scope, 'ver_1', { ...created, expires_at: at(HOUR) });
      await store.idempotency.settle(scope, 'ver_1', null);
      await store.idempotency.settle(scope, 'ver_1', { status: 500, headers: {}, meta: null, expires_at: at(1) });
      const replay = await store.idempotency.hold(scope, hold('ver_2'), at(2 * MINUTE));
      assert.ok(replay.outcome === 'completed');
      assert.deepEqual(replay.record.response, created);
    });

    test('sweep deletes only expired holds', async () => {
      const store = await stores.open();
      await store.idempotency.hold(scope, hold('ver_1', { expires: MINUTE }), at(0));
      await store.idempotency.hold({ ...scope, key: 'later' }, hold('ver_2', { expires: HOUR }), at(0));
      assert.equal(await store.sweep(T0 + MINUTE), 1);
      assert.equal(await store.sweep(T0 + MINUTE), 0);
      assert.equal(
        (await store.idempotency.hold({ ...scope, key: 'later' }, hold('ver_3'), at(1))).outcome,
        'in_progress',
      );
    });
  });
}
