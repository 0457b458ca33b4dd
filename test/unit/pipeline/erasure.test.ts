import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type EventStore, EventStoreError } from '#contracts/ports/event-store.ts';
import { newEventId } from '#domain/ids.ts';
import { createExpiryWatch } from '#pipeline/periodic/expiry-watch.ts';
import { toStageMessage } from '#platform/events/stage-message.ts';
import { eventsOf } from '#test/support/pipeline/deliver.ts';
import { createHarness, type Harness, verificationsOn } from '#test/support/pipeline/harness.ts';

const EXPIRED_BY_MS = 25 * 3_600_000;
const signal = new AbortController().signal;

function typesOf(harness: Harness, stream: string) {
  return eventsOf(harness.events.log, stream).map((event) => event.type);
}

test('a due verification expires, and is marked erased once key and blobs are gone', async () => {
  const harness = createHarness();
  const stream = await harness.request('Whales sing.');
  await harness.run();
  const watch = createExpiryWatch(harness);
  await watch.run(signal);
  assert.equal(typesOf(harness, stream).at(-1), 'VerificationCompleted', 'not before its time');
  harness.now.ms += EXPIRED_BY_MS;
  await watch.run(signal);
  await harness.run();
  assert.deepEqual(typesOf(harness, stream).slice(-2), ['VerificationExpired', 'VerificationErased']);
  assert.equal(await harness.vault.dataKey('ver_1'), null);
  assert(harness.calls.includes('blobs.deletePrefix(ver_1/)'));
  const expired = harness.events.log.find((event) => event.type === 'VerificationExpired.v1')!;
  assert.deepEqual(expired.data.reason, 'expired');
  assert.equal(expired.metadata.organization_id, 'org_1');
});

test('a blocked erasure is retried until it succeeds, and only then marked erased', async () => {
  const harness = createHarness();
  const stream = await harness.request('Whales sing.');
  await harness.run();
  harness.now.ms += EXPIRED_BY_MS;
  const watch = createExpiryWatch(harness);
  await watch.run(signal);
  harness.vault.blocked = true;
  const message = toStageMessage('erase', harness.events.log.at(-1)!);
  for (const attempt of [1, 50, 5_000]) {
    const context = { attempt, last: false, signal, heartbeat: async () => {} };
    await assert.rejects(harness.deliveries.erase.handle(message, context), { code: 'erasure_blocked' });
    await watch.run(signal);
  }
  assert.equal(typesOf(harness, stream).at(-1), 'VerificationExpired');
  assert.equal(await harness.vault.dataKey('ver_1'), null, 'unreadable from the first try on');
  harness.vault.blocked = false;
  await harness.run();
  assert.equal(typesOf(harness, stream).at(-1), 'VerificationErased');
});

test('a verification that expires while running fails, and no stage continues it', async () => {
  const harness = createHarness();
  const stream = await harness.request('Whales sing.');
  harness.now.ms += EXPIRED_BY_MS;
  await createExpiryWatch(harness).run(signal);
  await harness.run();
  const events = eventsOf(harness.events.log, stream);
  assert.deepEqual(
    events.map((event) => event.type),
    ['VerificationRequested', 'VerificationExpired', 'VerificationFailed', 'VerificationErased'],
  );
  assert.equal((events[2]!.data as { reason: string }).reason, 'source_expired');
});

test('a verification that expires between two appends of a stage is not continued', async () => {
  let expire = async () => {};
  const harness = createHarness({
    library: ['Whales sing.'],
    between: (store) => ({
      ...store,
      async append(stream, expected, events) {
        if (events.some((event) => event.type === 'EvidenceRetrieved.v1')) await expire();
        return store.append(stream, expected, events);
      },
    }),
  });
  const stream = await harness.request('Whales sing.');
  expire = async () => {
    expire = async () => {};
    harness.now.ms += EXPIRED_BY_MS;
    await createExpiryWatch(harness).run(signal);
  };
  await harness.run();
  const types = typesOf(harness, stream);
  assert(types.includes('VerificationFailed') && !types.includes('ClaimJudged'));
  assert.equal(types.at(-1), 'VerificationErased');
});

test('zero retention: a key lost after completion still leads to expiry and erasure', async () => {
  const harness = createHarness();
  const stream = await harness.request('Whales sing.', { zero_retention: true });
  await harness.run();
  assert.equal(typesOf(harness, stream).at(-1), 'VerificationCompleted');
  harness.vault.lose('ver_1');
  harness.now.ms += EXPIRED_BY_MS;
  await createExpiryWatch(harness).run(signal);
  await harness.run();
  assert.deepEqual(typesOf(harness, stream).slice(-2), ['VerificationExpired', 'VerificationErased']);
  const expired = harness.events.log.find((event) => event.type === 'VerificationExpired.v1')!;
  assert.equal(expired.data.reason, 'zero_retention');
  assert.deepEqual(await harness.vault.due('2027-01-01T00:00:00.000Z', 10), []);
});

test('a key without a verification is destroyed without an event', async () => {
  const harness = createHarness();
  await harness.vault.createDataKey('ver_9', {
    organization_id: 'org_1',
    expires_at: '2026-01-01T00:00:00.000Z',
    ephemeral: false,
  });
  await createExpiryWatch(harness).run(signal);
  assert.deepEqual(await harness.vault.due('2027-01-01T00:00:00.000Z', 10), []);
  assert.equal(harness.events.log.length, 0);
});

test('a key restored from a backup is destroyed again', async () => {
  const harness = createHarness();
  const stream = await harness.request('Whales sing.');
  harness.now.ms += EXPIRED_BY_MS;
  const watch = createExpiryWatch(harness);
  await watch.run(signal);
  await harness.run();
  assert.equal(typesOf(harness, stream).at(-1), 'VerificationErased');
  const restored = createHarness();
  await restored.vault.createDataKey('ver_1', {
    organization_id: 'org_1',
    expires_at: '2026-01-02T00:00:00.000Z',
    ephemeral: false,
  });
  const { vault } = restored;
  await createExpiryWatch({ ...harness, verifications: verificationsOn({ ...harness, vault }), vault }).run(signal);
  assert.equal(await restored.vault.dataKey('ver_1'), null);
});

test('streams of keys that wait for erasure are not read in every round', async () => {
  const harness = createHarness();
  await harness.request('Whales sing.');
  harness.now.ms += EXPIRED_BY_MS;
  let reads = 0;
  const events: EventStore = {
    ...harness.events,
    readStream(...args) {
      reads++;
      return harness.events.readStream(...args);
    },
  };
  const watch = createExpiryWatch({ ...harness, verifications: verificationsOn({ ...harness, events }) });
  await watch.run(signal);
  const once = reads;
  assert(once > 0);
  await watch.run(signal);
  await watch.run(signal);
  assert.equal(reads, once);
});

/** An event of a newer version: a known type with a value that this version does not know. */
async function appendUnreadable(harness: Harness, stream: string): Promise<void> {
  const last = harness.events.log.filter((event) => event.stream === stream).at(-1)!;
  const data = { ...last.data, reason: 'a reason that this version does not know' };
  const event = { id: newEventId(), type: 'VerificationExpired.v1', data, metadata: last.metadata };
  await harness.events.append(stream, last.revision, [event]);
}

test('an unreadable stream delays neither the erasure of its own key nor of others', async () => {
  const harness = createHarness();
  const unreadable = await harness.request('Whales sing.', { verification_id: 'ver_1' });
  const readable = await harness.request('Bees dance.', { verification_id: 'ver_2' });
  await harness.run();
  await appendUnreadable(harness, unreadable);
  harness.now.ms += EXPIRED_BY_MS;
  await createExpiryWatch(harness).run(signal);
  assert.equal(await harness.vault.dataKey('ver_1'), null);
  assert.equal(typesOf(harness, readable).at(-1), 'VerificationExpired');
});

test('a key that can not be handled fails the round after all others were handled', async () => {
  const harness = createHarness();
  const lines: object[] = [];
  const away = await harness.request('Whales sing.', { verification_id: 'ver_1' });
  const readable = await harness.request('Bees dance.', { verification_id: 'ver_2' });
  harness.now.ms += EXPIRED_BY_MS;
  const events: EventStore = {
    ...harness.events,
    async readStream(stream, options) {
      if (stream === away) throw new EventStoreError('unavailable', 'the store is away');
      return harness.events.readStream(stream, options);
    },
  };
  const watch = createExpiryWatch({
    ...harness,
    verifications: verificationsOn({ ...harness, events }),
    logger: { warn: (fields) => lines.push(fields) },
  });
  await assert.rejects(watch.run(signal), { code: 'unavailable' });
  assert.deepEqual(lines, [
    { task: 'expiry-watch', verification_id: 'ver_1', error_class: 'EventStoreError', error_code: 'unavailable' },
  ]);
  assert.equal(typesOf(harness, readable).at(-1), 'VerificationExpired');
  assert.notEqual(await harness.vault.dataKey('ver_1'), null, 'its verification can still be read, later');
});

test('the erase stage destroys an unreadable text without marking it erased', async () => {
  const harness = createHarness();
  const stream = await harness.request('Whales sing.');
  await harness.run();
  harness.now.ms += EXPIRED_BY_MS;
  await createExpiryWatch(harness).run(signal);
  const message = toStageMessage('erase', harness.events.log.at(-1)!);
  await appendUnreadable(harness, stream);
  const context = { attempt: 1, last: false, signal, heartbeat: async () => {} };
  await assert.rejects(harness.deliveries.erase.handle(message, context), { code: 'event_unreadable' });
  assert.equal(await harness.vault.dataKey('ver_1'), null);
  assert(harness.calls.includes('blobs.deletePrefix(ver_1/)'));
  assert(!harness.events.log.some((event) => event.type === 'VerificationErased.v1'));
});

test('keys that can not be expired do not block those that are due after them', async () => {
  const harness = createHarness();
  for (const n of [1, 2, 3, 4, 5]) {
    await harness.request('Whales sing.', { verification_id: `ver_${n}` });
  }
  await harness.run();
  harness.now.ms += EXPIRED_BY_MS;
  const stuck = new Set(['verification-ver_1', 'verification-ver_2', 'verification-ver_3']);
  const events: EventStore = {
    ...harness.events,
    readStream: async (stream, options) => {
      if (stuck.has(stream)) throw new EventStoreError('unavailable', 'as told');
      return harness.events.readStream(stream, options);
    },
  };
  const verifications = verificationsOn({ ...harness, events });
  const watch = createExpiryWatch({ ...harness, verifications, limits: { keysPerRound: 2, page: 2 } });
  const rounds = async (count: number) => {
    for (let n = 0; n < count; n++) await watch.run(signal).catch(({ code }) => assert.equal(code, 'unavailable'));
  };
  await rounds(3);
  for (const n of [4, 5]) assert.equal(typesOf(harness, `verification-ver_${n}`).at(-1), 'VerificationExpired');
  for (const n of [1, 2, 3]) assert.equal(typesOf(harness, `verification-ver_${n}`).at(-1), 'VerificationCompleted');
  stuck.clear();
  await rounds(3);
  await harness.run();
  for (const n of [1, 2, 3, 4, 5]) assert.equal(typesOf(harness, `verification-ver_${n}`).at(-1), 'VerificationErased');
});
