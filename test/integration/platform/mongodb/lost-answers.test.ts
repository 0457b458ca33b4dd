/** Writes whose response is lost, or that lose a race. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { MonthCostsStore } from '#platform/mongodb/operations/month-costs.ts';
import { call, MINUTE, T0, twoOnDouble } from './stores-on-double.ts';

const at = (offset: number) => new Date(T0 + offset).toISOString();
const scope = { organization_id: 'org_1', principal_id: 'key_1', endpoint: 'POST /verifications', key: 'a1' };
const hold = (target_id: string) => ({
  fingerprint: 'f1',
  target_id,
  lease_until: at(MINUTE),
  expires_at: at(60 * MINUTE),
});

describe("an upsert that meets another one's document", () => {
  test('goes by its guard: slots, counters, leases, holds and keys go to one process', async (context) => {
    const { server, one, other } = await twoOnDouble(context);
    const { faults } = server.double;
    Object.assign(faults, { upsertsMeet: 2, upsertsBeginAgain: false });

    const pair = <T>(work: (stores: typeof one) => Promise<T>) => Promise.all([work(one), work(other)]);
    const hits = await pair(({ operations }) => operations.counters.hit('minute', 1, MINUTE, T0));
    assert.deepEqual(hits.map(({ allowed }) => allowed).sort(), [false, true]);

    let holder = 0;
    const leases = await pair(({ operations }) => operations.leases.acquire('relay', `h${holder++}`, MINUTE, T0));
    assert.deepEqual(leases.sort(), [false, true]);

    let target = 0;
    const holds = await pair(({ operations }) => operations.idempotency.hold(scope, hold(`ver_${target++}`), at(0)));
    assert.deepEqual(holds.map(({ outcome }) => outcome).sort(), ['held', 'in_progress']);

    const options = { organization_id: 'org_1', expires_at: at(MINUTE), ephemeral: false };
    const [key, same] = await pair(({ vault }) => vault.createDataKey('ver_a', options));
    assert.deepEqual(key, same);
  });

  test('admits and counts both if there is room', async (context) => {
    const { server, one, other } = await twoOnDouble(context);
    Object.assign(server.double.faults, { upsertsMeet: 2, upsertsBeginAgain: false });
    const results = await Promise.all([
      one.operations.admission.admit(call('a')),
      other.operations.admission.admit(call('b')),
    ]);
    assert.deepEqual(
      results.map(({ outcome }) => outcome),
      ['admitted', 'admitted'],
    );
    const hits = await Promise.all(
      [one, other].map(({ operations }) => operations.counters.hit('minute', 2, MINUTE, T0)),
    );
    assert.deepEqual(
      hits.map(({ allowed }) => allowed),
      [true, true],
    );
    server.double.faults.upsertsMeet = 1;
    assert.equal((await one.operations.admission.quota('key_1', 100, T0)).remaining, 98);
    assert.equal((await one.operations.admission.openReservations(T0 + 1, 10)).length, 2);
  });
});

describe('a document that others create and delete all the time', () => {
  test('a lease that others take and release is not acquired; later it is', async (context) => {
    const { server, one } = await twoOnDouble(context);
    const rows = server.database.collection<{ _id: string; holder: string; expires_at: Date }>('leases');
    const taken = () => rows.insertOne({ _id: 'relay', holder: 'other', expires_at: new Date(T0 + MINUTE) });
    const released = () => rows.deleteOne({ _id: 'relay' });
    const { faults } = server.double;
    // Each attempt is an upsert, an update and a read; a read precedes them all. It is taken whenever an upsert arrives.
    let arrived = 0;
    faults.only = ['findAndModify', 'find'];
    Object.defineProperty(faults, 'heldUntil', { get: () => (arrived++ % 3 === 1 ? taken() : released()) });
    assert.equal(await one.operations.leases.acquire('relay', 'me', MINUTE, T0), false);
    assert.ok(arrived > 10);
    faults.only = [];
    assert.equal(await one.operations.leases.acquire('relay', 'me', MINUTE, T0), true);
  });

  test('other stores are unavailable, as a repeated call may succeed', async (context) => {
    const { server, one } = await twoOnDouble(context);
    const refusal = { code: 11000, codeName: 'DuplicateKey' };
    Object.assign(server.double.faults, { only: ['findAndModify'], refuse: 20, refusal });
    const { uniqueValues } = one.operations;
    await assert.rejects(uniqueValues.reserve('policy', 'a', 'pol_1'), { code: 'unavailable' });
    server.double.faults.refuse = 1;
    assert.equal(await uniqueValues.reserve('policy', 'a', 'pol_1'), 'pol_1');
  });
});

describe('a connection that breaks in the middle of a write', () => {
  for (const fault of ['dropBefore', 'dropAfter'] as const) {
    const when = fault === 'dropBefore' ? 'before it is done' : 'after it was done';

    test(`${when}: it is repeated, and done once`, async (context) => {
      const { server, one } = await twoOnDouble(context);
      const { faults } = server.double;
      const { operations, vault } = one;
      const breaking = async <T>(command: string, work: () => Promise<T>): Promise<T> => {
        faults.only = [command];
        faults[fault] = 1;
        const result = await work();
        assert.equal(faults[fault], 0, `${command} was not met by the fault`);
        return result;
      };
      assert.equal((await breaking('findAndModify', () => operations.admission.admit(call('a')))).outcome, 'admitted');
      assert.equal((await operations.admission.quota('key_1', 100, T0)).remaining, 99);
      await breaking('update', () => operations.admission.settleCost('ver_a', 1));
      const exact = { reservations: [{ reservation_id: 'ver_b', cost_cents: 99 }] };
      assert.equal((await operations.admission.admit(call('b', exact))).outcome, 'admitted');
      const more = { reservations: [{ reservation_id: 'ver_c', cost_cents: 1 }] };
      assert.equal((await operations.admission.admit(call('c', more))).outcome, 'cost_limited');

      const held = await breaking('findAndModify', () => operations.idempotency.hold(scope, hold('ver_1'), at(0)));
      assert.equal(held.outcome, 'held');
      assert.equal(await breaking('findAndModify', () => operations.values.compareAndSet('k', null, '1')), true);
      assert.equal(await breaking('update', () => operations.values.compareAndSet('k', '1', '2')), true);
      assert.equal((await breaking('findAndModify', () => operations.counters.hit('m', 2, MINUTE, T0))).remaining, 1);
      const options = { organization_id: 'org_1', expires_at: at(MINUTE), ephemeral: false };
      const key = await breaking('findAndModify', () => vault.createDataKey('ver_a', options));
      assert.deepEqual(await vault.dataKey('ver_a'), key);
    });
  }
});

describe('a call whose process died between its cost and its slot', () => {
  const limits = { max_concurrent: 1, key_monthly_limit_cents: 2 };

  test('is admitted when repeated, and charged once', async (context) => {
    const { server, one } = await twoOnDouble(context);
    await new MonthCostsStore(server.database).reserve(call('a', limits));
    assert.equal((await one.operations.admission.admit(call('a', limits))).outcome, 'admitted');
    assert.equal((await one.operations.admission.openReservations(T0 + 1, 10)).length, 1);
    await one.operations.admission.settleCost('ver_a', 0);
    await one.operations.admission.releaseSlot('key_1', 'a');
    assert.equal((await one.operations.admission.admit(call('b', limits))).outcome, 'admitted');
  });

  test('is found among the open reservations, and its cost is released', async (context) => {
    const { server, one } = await twoOnDouble(context);
    await new MonthCostsStore(server.database).reserve(call('a', limits));
    assert.equal((await one.operations.admission.admit(call('b', limits))).outcome, 'cost_limited');
    const [open] = await one.operations.admission.openReservations(T0 + 1, 10);
    assert.deepEqual(open, { reservation_id: 'ver_a', organization_id: 'org_1' });
    await one.operations.admission.settleCost('ver_a', 0);
    assert.equal((await one.operations.admission.admit(call('b', limits))).outcome, 'admitted');
  });
});
