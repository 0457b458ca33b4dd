import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { AdmissionRequest } from '#contracts/ports/admission.ts';
import type { Test } from '../skipping.ts';
import { HOUR, MINUTE, SECOND, type Stores, T0 } from './stores.ts';

function call(id: string, overrides: Partial<AdmissionRequest> = {}): AdmissionRequest {
  return {
    key_id: 'key_1',
    organization_id: 'org_1',
    call_id: id,
    requests: 1,
    quota_per_hour: 100,
    max_concurrent: 8,
    reservations: [{ reservation_id: `ver_${id}`, cost_cents: 2 }],
    key_monthly_limit_cents: null,
    organization_monthly_limit_cents: null,
    lease_until_ms: T0 + 2 * MINUTE,
    now_ms: T0,
    ...overrides,
  };
}

export function admissionContract(stores: Stores, test: Test): void {
  describe('admission', () => {
    test('an admitted call is counted, and its response says when the window ends', async () => {
      const store = await stores.open();
      const now_ms = T0 + 59 * MINUTE + 30 * SECOND + 1;
      assert.deepEqual(
        await store.admission.admit(call('a', { requests: 3, now_ms, lease_until_ms: now_ms + MINUTE })),
        {
          outcome: 'admitted',
          quota: { limit: 100, remaining: 97, reset_seconds: 30 },
        },
      );
      assert.deepEqual(await store.admission.quota('key_1', 100, now_ms), {
        limit: 100,
        remaining: 97,
        reset_seconds: 30,
      });
      assert.deepEqual(await store.admission.quota('key_2', 100, T0), {
        limit: 100,
        remaining: 100,
        reset_seconds: 3600,
      });
    });

    test('the quota is exact, covers a batch as a whole, and resets every hour', async () => {
      const store = await stores.open();
      assert.equal((await store.admission.admit(call('a', { requests: 98 }))).outcome, 'admitted');
      assert.deepEqual(await store.admission.admit(call('b', { requests: 3 })), {
        outcome: 'rate_limited',
        quota: { limit: 100, remaining: 2, reset_seconds: 3600 },
      });
      assert.equal((await store.admission.admit(call('c', { requests: 2 }))).outcome, 'admitted');
      assert.equal((await store.admission.admit(call('d'))).outcome, 'rate_limited');
      assert.equal((await store.admission.admit(call('e', { key_id: 'key_2' }))).outcome, 'admitted');
      const next = { now_ms: T0 + HOUR, lease_until_ms: T0 + HOUR + MINUTE };
      assert.equal((await store.admission.admit(call('f', { ...next, requests: 100 }))).outcome, 'admitted');
    });

    test('a lowered quota leaves zero remaining, never a negative number', async () => {
      const store = await stores.open();
      await store.admission.admit(call('a', { requests: 50 }));
      assert.equal((await store.admission.quota('key_1', 10, T0)).remaining, 0);
    });

    test('concurrent calls are admitted exactly up to the limit', async () => {
      const store = await stores.open();
      const results = await Promise.all(
        Array.from({ length: 30 }, (_, index) => store.admission.admit(call(`c${index}`, { quota_per_hour: 5 }))),
      );
      assert.equal(results.filter(({ outcome }) => outcome === 'admitted').length, 5);
      assert.equal(results.filter(({ outcome }) => outcome === 'rate_limited').length, 25);
    });

    test("a key's slots are limited, and freed by release or lease expiry", async () => {
      const store = await stores.open();
      const limits = { max_concurrent: 2 };
      await store.admission.admit(call('a', { ...limits, lease_until_ms: T0 + 10 * SECOND }));
      await store.admission.admit(call('b', { ...limits, lease_until_ms: T0 + 20 * SECOND }));
      assert.equal((await store.admission.admit(call('c', limits))).outcome, 'concurrency_limited');
      assert.equal((await store.admission.admit(call('d', { ...limits, key_id: 'key_2' }))).outcome, 'admitted');

      await store.admission.releaseSlot('key_1', 'b');
      await store.admission.releaseSlot('key_1', 'b');
      assert.equal((await store.admission.admit(call('e', limits))).outcome, 'admitted');
      assert.equal((await store.admission.admit(call('f', limits))).outcome, 'concurrency_limited');

      const later = { ...limits, now_ms: T0 + 10 * SECOND };
      assert.equal((await store.admission.admit(call('g', later))).outcome, 'admitted');
      assert.equal((await store.admission.admit(call('h', later))).outcome, 'concurrency_limited');
    });

    test("releasing another key's slot, or one that was never taken, frees nothing", async () => {
      const store = await stores.open();
      await store.admission.admit(call('a', { max_concurrent: 1 }));
      await store.admission.releaseSlot('key_2', 'a');
      await store.admission.releaseSlot('key_1', 'z');
      assert.equal((await store.admission.admit(call('b', { max_concurrent: 1 }))).outcome, 'concurrency_limited');
    });

    test('cost counts against the monthly limits of the key and the organization', async () => {
      const store = await stores.open();
      const cost = (cents: number) => [{ reservation_id: `ver_${cents}`, cost_cents: cents }];
      await store.admission.admit(call('a', { reservations: cost(60), key_monthly_limit_cents: 100 }));
      const limits = { key_monthly_limit_cents: 100, organization_monthly_limit_cents: 150 };
      assert.equal(
        (await store.admission.admit(call('b', { ...limits, reservations: cost(41) }))).outcome,
        'cost_limited',
      );
      assert.equal((await store.admission.admit(call('c', { ...limits, reservations: cost(40) }))).outcome, 'admitted');

      const other = { ...limits, key_id: 'key_2' };
      assert.equal(
        (await store.admission.admit(call('d', { ...other, reservations: cost(51) }))).outcome,
        'cost_limited',
      );
      assert.equal((await store.admission.admit(call('e', { ...other, reservations: cost(50) }))).outcome, 'admitted');
      assert.equal(
        (await store.admission.admit(call('f', { ...other, organization_id: 'org_2', reservations: cost(49) })))
          .outcome,
        'admitted',
      );

      const april = Date.parse('2096-04-01T00:00:00.000Z');
      const inApril = { ...limits, reservations: cost(100), lease_until_ms: april + MINUTE };
      assert.equal((await store.admission.admit(call('g', { ...inApril, now_ms: april - 1 }))).outcome, 'cost_limited');
      assert.equal((await store.admission.admit(call('h', { ...inApril, now_ms: april }))).outcome, 'admitted');
    });

    test('the cost of a call is the sum of its reservations', async () => {
      const store = await stores.open();
      const reservations = [1, 2, 3].map((n) => ({ reservation_id: `ver_${n}`, cost_cents: 40 }));
      assert.equal(
        (await store.admission.admit(call('a', { reservations, key_monthly_limit_cents: 119 }))).outcome,
        'cost_limited',
      );
      assert.equal(
        (await store.admission.admit(call('a', { reservations, key_monthly_limit_cents: 120 }))).outcome,
        'admitted',
      );
    });

    test('what is reserved already counts once, also where the call is made again', async () => {
      const store = await stores.open();
      const limits = { key_monthly_limit_cents: 50, organization_monthly_limit_cents: 50 };
      const admit = async (id: string, ...reserved: string[]) => {
        const reservations = reserved.map((reservation_id) => ({ reservation_id, cost_cents: 25 }));
        return (await store.admission.admit(call(id, { ...limits, reservations }))).outcome;
      };
      assert.equal(await admit('a', 'ver_1', 'ver_2'), 'admitted');
      assert.equal(await admit('b', 'ver_1', 'ver_2'), 'admitted');
      assert.equal(await admit('c', 'ver_3'), 'cost_limited');
      assert.equal(await admit('d', 'ver_2', 'ver_3'), 'cost_limited');
    });

    test('settling replaces a reservation by its actual cost, once', async () => {
      const store = await stores.open();
      const limits = { key_monthly_limit_cents: 100, organization_monthly_limit_cents: 100 };
      const reserve = (id: string, cents: number) =>
        store.admission.admit(
          call(id, { ...limits, reservations: [{ reservation_id: `ver_${id}`, cost_cents: cents }] }),
        );
      await reserve('a', 60);
      await reserve('b', 40);
      assert.equal((await reserve('c', 1)).outcome, 'cost_limited');
      await store.admission.settleCost('ver_a', 50);
      await Promise.all([store.admission.settleCost('ver_a', 0), store.admission.settleCost('ver_a', 0)]);
      await store.admission.settleCost('ver_unknown', 90);
      assert.equal((await reserve('d', 11)).outcome, 'cost_limited');
      assert.equal((await reserve('e', 10)).outcome, 'admitted');
      await store.admission.settleCost('ver_b', 0);
      assert.equal((await reserve('f', 41)).outcome, 'cost_limited');
      assert.equal((await reserve('g', 40)).outcome, 'admitted');
    });

    test('a reservation is raised as far as the limits allow, and settled as one', async () => {
      const store = await stores.open();
      const limits = { key_monthly_limit_cents: 100, organization_monthly_limit_cents: 120 };
      const reserve = (id: string, cents: number, key_id = 'key_1') =>
        store.admission.admit(
          call(id, { ...limits, key_id, reservations: [{ reservation_id: `ver_${id}`, cost_cents: cents }] }),
        );
      const raise = (id: string, cost_cents: number, overrides: object = {}) =>
        store.admission.raiseReservation({ reservation_id: `ver_${id}`, cost_cents, ...limits, ...overrides });
      await reserve('a', 60);
      await reserve('b', 20, 'key_2');
      assert.equal(await raise('a', 101), false, 'by the limit of the key');
      assert.equal(await raise('a', 100), true);
      assert.equal(await raise('a', 70), true, 'it stays at 100');
      assert.equal(await raise('b', 21), false, 'by the limit of the organization');
      assert.equal(await raise('b', 21, { organization_monthly_limit_cents: 121 }), true);
      assert.equal((await reserve('c', 1)).outcome, 'cost_limited');
      assert.deepEqual(
        (await store.admission.openReservations(T0 + 1, 10)).map(({ reservation_id }) => reservation_id).sort(),
        ['ver_a', 'ver_b'],
      );
      await store.admission.settleCost('ver_a', 60);
      await store.admission.settleCost('ver_b', 20);
      assert.deepEqual(await store.admission.openReservations(T0 + 1, 10), []);
      assert.equal((await reserve('d', 41)).outcome, 'cost_limited');
      assert.equal((await reserve('e', 40)).outcome, 'admitted');
    });

    test('a reservation that is settled, or was never made, is not raised', async () => {
      const store = await stores.open();
      const limits = { key_monthly_limit_cents: 10, organization_monthly_limit_cents: 10 };
      await store.admission.admit(call('a', limits));
      await store.admission.settleCost('ver_a', 2);
      for (const reservation_id of ['ver_a', 'ver_unknown']) {
        assert.equal(await store.admission.raiseReservation({ reservation_id, cost_cents: 99, ...limits }), true);
      }
      const rest = [{ reservation_id: 'ver_b', cost_cents: 8 }];
      assert.equal((await store.admission.admit(call('b', { ...limits, reservations: rest }))).outcome, 'admitted');
      assert.deepEqual(await store.admission.openReservations(T0 + 1, 10), [
        { reservation_id: 'ver_b', organization_id: 'org_1' },
      ]);
    });

    test('concurrent raises and settlements count each cent once', async () => {
      const store = await stores.open();
      const limits = { key_monthly_limit_cents: 100, organization_monthly_limit_cents: 100 };
      await store.admission.admit(call('a', limits));
      const raises = Array.from({ length: 20 }, (_, i) =>
        store.admission.raiseReservation({ reservation_id: 'ver_a', cost_cents: 3 + i, ...limits }),
      );
      await Promise.all([...raises, store.admission.settleCost('ver_a', 5)]);
      const over = [{ reservation_id: 'ver_b', cost_cents: 96 }];
      assert.equal((await store.admission.admit(call('b', { ...limits, reservations: over }))).outcome, 'cost_limited');
      const whole = [{ reservation_id: 'ver_c', cost_cents: 95 }];
      assert.equal((await store.admission.admit(call('c', { ...limits, reservations: whole }))).outcome, 'admitted');
    });

    test('a settlement counts in the month of its reservation', async () => {
      const store = await stores.open();
      const april = Date.parse('2096-04-01T00:00:00.000Z');
      await store.admission.admit(
        call('a', { reservations: [{ reservation_id: 'ver_a', cost_cents: 30 }], now_ms: april - 1 }),
      );
      await store.admission.settleCost('ver_a', 0);
      const request = { key_monthly_limit_cents: 100, now_ms: april, lease_until_ms: april + MINUTE };
      const over = [{ reservation_id: 'ver_b', cost_cents: 101 }];
      assert.equal(
        (await store.admission.admit(call('b', { ...request, reservations: over }))).outcome,
        'cost_limited',
      );
    });

    test('a refused call leaves no count, slot or reservation', async () => {
      const store = await stores.open();
      const limits = { quota_per_hour: 10, max_concurrent: 1, key_monthly_limit_cents: 10 };
      assert.equal((await store.admission.admit(call('a', { ...limits, requests: 11 }))).outcome, 'rate_limited');
      const expensive = [
        { reservation_id: 'ver_1', cost_cents: 6 },
        { reservation_id: 'ver_2', cost_cents: 6 },
      ];
      const refused = await store.admission.admit(call('b', { ...limits, reservations: expensive }));
      assert.deepEqual(refused, {
        outcome: 'cost_limited',
        quota: { limit: 10, remaining: 10, reset_seconds: 3600 },
      });
      const whole = { ...limits, requests: 9, reservations: [{ reservation_id: 'ver_3', cost_cents: 9 }] };
      assert.equal((await store.admission.admit(call('c', whole))).outcome, 'admitted');
      assert.equal(
        (await store.admission.admit(call('d', { ...limits, reservations: [] }))).outcome,
        'concurrency_limited',
      );
      await store.admission.releaseSlot('key_1', 'c');
      const rest = { ...limits, reservations: [{ reservation_id: 'ver_4', cost_cents: 1 }] };
      assert.equal((await store.admission.admit(call('e', rest))).outcome, 'admitted');
      assert.deepEqual((await store.admission.openReservations(T0 + 1, 10)).map((open) => open.reservation_id).sort(), [
        'ver_3',
        'ver_4',
      ]);
    });

    test('reasons for refusal have the order quota, cost, concurrency', async () => {
      const store = await stores.open();
      const limits = { quota_per_hour: 2, max_concurrent: 1, key_monthly_limit_cents: 2 };
      await store.admission.admit(call('a', { ...limits }));
      assert.equal((await store.admission.admit(call('b', { ...limits, requests: 2 }))).outcome, 'rate_limited');
      assert.equal((await store.admission.admit(call('c', limits))).outcome, 'cost_limited');
      assert.equal(
        (await store.admission.admit(call('d', { ...limits, reservations: [] }))).outcome,
        'concurrency_limited',
      );
    });

    test('a call without requests or cost needs a slot, whatever was used and spent', async () => {
      const store = await stores.open();
      const limits = { key_monthly_limit_cents: 4, organization_monthly_limit_cents: 4, max_concurrent: 2 };
      await store.admission.admit(
        call('a', { ...limits, requests: 4, reservations: [{ reservation_id: 'v', cost_cents: 4 }] }),
      );
      const nothing = { ...limits, requests: 0, reservations: [], quota_per_hour: 3, key_monthly_limit_cents: 3 };
      assert.deepEqual(await store.admission.admit(call('b', nothing)), {
        outcome: 'admitted',
        quota: { limit: 3, remaining: 0, reset_seconds: 3600 },
      });
      assert.equal((await store.admission.admit(call('c', nothing))).outcome, 'concurrency_limited');
      await store.admission.releaseSlot('key_1', 'b');
      assert.equal((await store.admission.admit(call('c', nothing))).outcome, 'admitted');
      assert.deepEqual(await store.admission.quota('key_1', 10, T0), { limit: 10, remaining: 6, reset_seconds: 3600 });
    });

    test('repeating an admitted call changes nothing, even after release or settlement', async () => {
      const store = await stores.open();
      const limits = { quota_per_hour: 2, max_concurrent: 1, key_monthly_limit_cents: 4 };
      const request = call('a', limits);
      await Promise.all([store.admission.admit(request), store.admission.admit(request)]);
      assert.deepEqual(await store.admission.admit(request), {
        outcome: 'admitted',
        quota: { limit: 2, remaining: 1, reset_seconds: 3600 },
      });
      await store.admission.settleCost('ver_a', 2);
      await store.admission.releaseSlot('key_1', 'a');
      await store.admission.admit(request);
      assert.deepEqual(await store.admission.openReservations(T0 + 1, 10), []);
      const next = await store.admission.admit(call('b', limits));
      assert.deepEqual(next, { outcome: 'admitted', quota: { limit: 2, remaining: 0, reset_seconds: 3600 } });
    });

    test('openReservations returns unsettled ones before a time, oldest first', async () => {
      const store = await stores.open();
      for (const [index, id] of ['c', 'a', 'b', 'd'].entries()) {
        await store.admission.admit(call(id, { now_ms: T0 + index }));
      }
      await store.admission.settleCost('ver_a', 1);
      assert.deepEqual(await store.admission.openReservations(T0 + 3, 10), [
        { reservation_id: 'ver_c', organization_id: 'org_1' },
        { reservation_id: 'ver_b', organization_id: 'org_1' },
      ]);
      assert.equal((await store.admission.openReservations(T0 + 10, 1)).length, 1);
    });

    test('counts, slots and reservations survive a restart', async () => {
      let store = await stores.open();
      await store.admission.admit(call('a', { max_concurrent: 1 }));
      store = await stores.reopen();
      assert.equal((await store.admission.quota('key_1', 100, T0)).remaining, 99);
      assert.equal((await store.admission.admit(call('b', { max_concurrent: 1 }))).outcome, 'concurrency_limited');
      assert.equal((await store.admission.openReservations(T0 + 1, 10)).length, 1);
    });

    test('sweep keeps everything that is still needed', async () => {
      const store = await stores.open();
      const limits = { max_concurrent: 1, key_monthly_limit_cents: 2 };
      await store.admission.admit(call('a', { ...limits, lease_until_ms: T0 + HOUR }));
      await store.sweep(T0 + 59 * MINUTE);
      const again = { ...limits, now_ms: T0 + 59 * MINUTE, reservations: [] };
      assert.equal((await store.admission.admit(call('b', again))).outcome, 'concurrency_limited');
      assert.equal((await store.admission.quota('key_1', 100, T0)).remaining, 99);
      assert.ok((await store.sweep(T0 + HOUR)) >= 2);
      assert.equal((await store.admission.admit(call('c', { ...limits, now_ms: T0 + HOUR }))).outcome, 'cost_limited');
      assert.equal((await store.admission.openReservations(T0 + HOUR, 10)).length, 1);
    });
  });
}
