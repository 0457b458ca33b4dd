import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AdmissionStore } from '#contracts/ports/admission.ts';
import type { BlobStore } from '#contracts/ports/blob-store.ts';
import type { OperationalStores } from '#contracts/ports/operational-stores.ts';
import { LONGEST_WAIT_MS, reservationId, runOfReservation } from '#domain/verification/reservation-id.ts';
import { createExpirySweeper, createReservationSweeper } from '#pipeline/periodic/housekeeping.ts';
import { createHarness, recorder } from '#test/support/pipeline/harness.ts';
import { restart } from '#test/support/pipeline/request.ts';

const ID = 'ver_0190b0c0000070008000000000000001';
const signal = new AbortController().signal;

test('a completed verification is charged and frees its slot', async () => {
  const harness = createHarness();
  await harness.request('Whales sing.', { verification_id: ID, cost_cents: 6 });
  await harness.run();
  assert.deepEqual(harness.calls, [`admission.settleCost(${ID}, 6)`, `admission.releaseSlot(key_1, ${ID})`]);
});

test('a failed run costs nothing; the next run is charged to the key that began it', async () => {
  const harness = createHarness();
  const stream = await harness.request('Whales sing.', { verification_id: ID, cost_cents: 6 });
  const { extract } = harness.engine;
  harness.engine.extract = async () => {
    throw new TypeError('a mistake');
  };
  await harness.run();
  harness.engine.extract = extract;
  await restart(harness.events, stream);
  await harness.run();
  assert.deepEqual(
    [...new Set(harness.calls)],
    [
      `admission.settleCost(${ID}, 0)`,
      `admission.releaseSlot(key_1, ${ID})`,
      `admission.settleCost(${ID}.2, 6)`,
      `admission.releaseSlot(key_2, ${ID}.2)`,
    ],
  );
});

test('reservations of runs that never began settle at 0; others stay untouched', async () => {
  const harness = createHarness();
  await harness.request('Whales sing.', { verification_id: ID });
  const orphan = 'ver_0190b0c0000070008000000000000002';
  const calls: string[] = [];
  const open = [ID, reservationId(ID, 2), orphan].map((reservation_id) => ({
    reservation_id,
    organization_id: 'org_1',
  }));
  const admission = recorder<AdmissionStore>('admission', calls, { openReservations: open, settleCost: undefined });
  await createReservationSweeper({ ...harness, admission }).run(signal);
  assert.deepEqual(calls, [
    `admission.openReservations(${harness.now.ms - LONGEST_WAIT_MS - 600_000}, 1000)`,
    `admission.settleCost(${ID}.2, 0)`,
    `admission.settleCost(${orphan}, 0)`,
  ]);
});

test('a reservation stays while its run may still begin, even at the longest time-out', async () => {
  const harness = createHarness();
  const reservedAt = harness.now.ms;
  harness.now.ms += LONGEST_WAIT_MS + 1;
  const settled: string[] = [];
  const admission = recorder<AdmissionStore>('admission', [], {
    openReservations: (before: number) =>
      reservedAt < before ? [{ reservation_id: ID, organization_id: 'org_1' }] : [],
    settleCost: (id: string) => void settled.push(id),
  });
  const sweeper = createReservationSweeper({ ...harness, admission });
  await sweeper.run(signal);
  assert.deepEqual(settled, []);
  harness.now.ms += 600_000;
  await sweeper.run(signal);
  assert.deepEqual(settled, [ID]);
});

test('reservations of unfinished runs do not hide those behind them', async () => {
  const harness = createHarness();
  await harness.request('Whales sing.', { verification_id: ID });
  const calls: string[] = [];
  const open = [{ reservation_id: ID, organization_id: 'org_1' }];
  const admission = recorder<AdmissionStore>('admission', calls, { openReservations: open, settleCost: undefined });
  const sweeper = createReservationSweeper({ ...harness, admission });
  await sweeper.run(signal);
  await sweeper.run(signal);
  assert.deepEqual(
    calls.map((call) => /, (\d+)\)$/.exec(call)?.[1]),
    ['1000', '1001'],
  );
});

test('the sweeper settles runs whose settle stage was given up on, at their real cost', async () => {
  const harness = createHarness();
  const fail = harness.engine.extract;
  const completed = await harness.request('Whales sing.', { verification_id: ID, cost_cents: 6 });
  await harness.run();
  const other = 'ver_0190b0c0000070008000000000000002';
  const restarted = await harness.request('Bees dance.', { verification_id: other, cost_cents: 4 });
  harness.engine.extract = async () => {
    throw new TypeError('a mistake');
  };
  await harness.run();
  harness.engine.extract = fail;
  assert.equal(
    harness.events.log.filter(({ stream }) => stream === completed).at(-1)?.type,
    'VerificationCompleted.v1',
  );
  const sweep = async (...ids: string[]) => {
    const calls: string[] = [];
    const open = ids.map((reservation_id) => ({ reservation_id, organization_id: 'org_1' }));
    const admission = recorder<AdmissionStore>('admission', calls, { openReservations: open, settleCost: undefined });
    await createReservationSweeper({ ...harness, admission }).run(signal);
    return calls.slice(1);
  };
  assert.deepEqual(await sweep(ID, other), [`admission.settleCost(${ID}, 6)`, `admission.settleCost(${other}, 0)`]);

  await restart(harness.events, restarted);
  assert.deepEqual(
    await sweep(other, `${other}.2`),
    [`admission.settleCost(${other}, 0)`],
    'the second run is at work',
  );
  await harness.run();
  assert.deepEqual(await sweep(`${other}.2`), [`admission.settleCost(${other}.2, 4)`]);
});

test('a reservation with an unreadable history does not hold up the others', async () => {
  const harness = createHarness();
  const stream = await harness.request('Whales sing.', { verification_id: ID });
  const [first] = harness.events.log;
  const unreadable = { ...first!, id: '00000000-0000-7000-8000-000000000002', type: 'VerificationExpired.v1' };
  await harness.events.append(stream, 0, [{ ...unreadable, data: { reason: 'one that this version does not know' } }]);
  const calls: string[] = [];
  const orphan = 'ver_0190b0c0000070008000000000000003';
  const open = [ID, orphan].map((reservation_id) => ({ reservation_id, organization_id: 'org_1' }));
  const admission = recorder<AdmissionStore>('admission', calls, { openReservations: open, settleCost: undefined });
  await createReservationSweeper({ ...harness, admission }).run(signal);
  assert.deepEqual(calls.slice(1), [`admission.settleCost(${orphan}, 0)`]);
});

test('reservation ids can be parsed', () => {
  assert.equal(reservationId(ID, 1), ID);
  assert.deepEqual(runOfReservation(reservationId(ID, 1)), { verification_id: ID, run: 1 });
  assert.deepEqual(runOfReservation(reservationId(ID, 12)), { verification_id: ID, run: 12 });
  assert.equal(runOfReservation('bat_1'), null);
});

test('expired entries are swept from both stores', async () => {
  const harness = createHarness();
  const calls: string[] = [];
  const operations = recorder<Pick<OperationalStores, 'sweep'>>('operations', calls, { sweep: 1 });
  const blobs = recorder<BlobStore>('blobs', calls, { sweep: 1 });
  await createExpirySweeper({ ...harness, operations, blobs }).run(signal);
  assert.deepEqual(calls, [`operations.sweep(${harness.now.ms})`, 'blobs.sweep(2026-01-01T00:00:00.000Z)']);
});
