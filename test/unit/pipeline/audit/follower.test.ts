import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type EventStore, EventStoreError, type Position } from '#contracts/ports/event-store.ts';
import type { ServerValues } from '#contracts/ports/server-values.ts';
import { EMPTY_CHAIN, follows, headAfter } from '#domain/audit/chain.ts';
import { type AuditRecord, auditStream } from '#domain/audit/events.ts';
import { encodeEvent } from '#domain/events/registry.ts';
import { deriveHeads, deriveRecords, firstDifference } from '#pipeline/audit/derive.ts';
import { allRecords, appendAll, followToEnd, revocation } from '#test/support/audit.ts';
import { createMemoryEventStore } from '#test/support/memory-event-store.ts';
import { memoryValues } from '#test/support/memory-server-values.ts';
import fc from '#test/support/property.ts';
import { createHistory, METADATA, store } from '#test/support/verification-history.ts';

function assertChain(records: readonly AuditRecord[]): void {
  let head = EMPTY_CHAIN;
  for (const record of records) {
    assert.ok(follows(head, record), `record ${record.seq}`);
    head = headAfter(record);
  }
}

const requestsOf = (records: readonly AuditRecord[]) => records.map(({ request_id }) => request_id);

test('each organization has a chain of its own, in the order of the log', async () => {
  const events = createMemoryEventStore();
  const ours = Array.from({ length: 5 }, () => revocation('org_1'));
  const theirs = Array.from({ length: 3 }, () => revocation('org_2'));
  await appendAll(events, [ours[0]!, theirs[0]!, ...ours.slice(1), ...theirs.slice(1)]);
  await followToEnd({ events, values: memoryValues() });
  for (const [id, sources] of [
    ['org_1', ours],
    ['org_2', theirs],
  ] as const) {
    const records = await allRecords(events, id);
    assertChain(records);
    assert.deepEqual(
      requestsOf(records),
      sources.map(({ metadata }) => metadata.request_id),
    );
  }
});

test('records of one batch and organization are appended together', async () => {
  const events = createMemoryEventStore();
  let appends = 0;
  const append: EventStore['append'] = (...all) => {
    appends++;
    return events.append(...all);
  };
  const counting: EventStore = { ...events, append };
  await appendAll(
    events,
    Array.from({ length: 50 }, () => revocation('org_1')),
  );
  await followToEnd({ events: counting, values: memoryValues() });
  assert.equal((await allRecords(events, 'org_1')).length, 50);
  assert.equal(appends, 1);
});

test('a chain derived again has the same hashes, erasures included', async () => {
  const events = createMemoryEventStore();
  const history = createHistory({ organization_id: 'org_1', claims: [{}, {}] });
  history.run();
  history.review(0, 'accept');
  await store(events, history);
  await followToEnd({ events, values: memoryValues() });
  const before = await allRecords(events, 'org_1');
  history.expire();
  history.erase();
  await store(events, history);
  const values = memoryValues();
  await followToEnd({ events, values });
  const after = await allRecords(events, 'org_1');
  assert.deepEqual(after.slice(0, before.length), before);
  assert.deepEqual(
    after.map(({ action }) => action),
    ['verification.requested', 'review.accept', 'verification.erased'],
  );
  const derived = await Array.fromAsync(deriveRecords(events));
  assert.deepEqual(
    derived.map(({ record }) => record),
    after,
  );
  assert.deepEqual((await deriveHeads(events)).get('org_1'), headAfter(after.at(-1)!));
  assert.equal(await firstDifference(events, 'org_1'), null);
});

test('records hold ids, and nothing that a customer wrote', async () => {
  const events = createMemoryEventStore();
  const email = 'someone@example.org';
  const member = { user_id: 'usr_9', email, role: 'viewer' as const, added_at: '2026-03-01T10:00:00.000Z' };
  const metadata = { ...METADATA, organization_id: 'org_1' };
  const id = '00000000-0000-4000-9000-000000000001';
  const added = { id, ...encodeEvent({ type: 'MemberAdded', data: member }), metadata };
  await events.append('organization-org_1', 'no_stream', [added]);
  await followToEnd({ events, values: memoryValues() });
  const [record] = await allRecords(events, 'org_1');
  assert.deepEqual(record?.target, { type: 'user', id: 'usr_9' });
  assert.ok(!JSON.stringify(record).includes(email));
});

test('a follower that dies between append and checkpoint makes no second record', async () => {
  const events = createMemoryEventStore();
  await appendAll(
    events,
    Array.from({ length: 20 }, () => revocation('org_1')),
  );
  const values = memoryValues();
  const dying = { ...values, compareAndSet: () => Promise.reject(new Error('killed')) };
  await assert.rejects(followToEnd({ events, values: dying }), /killed/);
  assert.ok((await allRecords(events, 'org_1')).length > 0);
  await followToEnd({ events, values });
  await followToEnd({ events, values: memoryValues() });
  const records = await allRecords(events, 'org_1');
  assert.equal(records.length, 20);
  assertChain(records);
});

/** The same store, whose log seems to end after so many events. */
function endingAfter(events: EventStore, position: Position): EventStore {
  return {
    ...events,
    head: async () => position,
    async *subscribe(options) {
      for await (const message of events.subscribe(options)) {
        if (message.kind !== 'event' || message.event.position <= position) yield message;
      }
    },
  };
}

test('a follower that was overtaken continues from what the other has recorded', async () => {
  const events = createMemoryEventStore();
  await appendAll(
    events,
    Array.from({ length: 6 }, () => revocation('org_1')),
  );
  const behind = endingAfter(events, events.log[1]!.position);
  let overtaken = false;
  const outcomes: string[] = [];
  const late: EventStore = {
    ...events,
    async append(...all) {
      if (!overtaken) {
        overtaken = true;
        await followToEnd({ events: behind, values: memoryValues() });
      }
      const appended = await events.append(...all);
      outcomes.push(appended.outcome);
      return appended;
    },
  };
  await followToEnd({ events: late, values: memoryValues() });
  assert.deepEqual(outcomes, ['wrong_expected_revision', 'appended']);
  const records = await allRecords(events, 'org_1');
  assert.equal(records.length, 6);
  assertChain(records);
});

interface Trouble {
  /** Of the appends: before they are carried out or after, as a server that can't be reached or is killed fails. */
  faults: readonly ('before' | 'after' | null)[];
  /** Turns of the event loop that each delivery and each append take. */
  lags: readonly number[];
}

const turns = async (count: number): Promise<void> => {
  for (let i = 0; i < count; i++) await new Promise(setImmediate);
};

function unreliable(events: EventStore, { faults, lags }: Trouble): EventStore {
  let at = 0;
  let delayed = 0;
  const lag = () => turns(lags[delayed++ % Math.max(1, lags.length)] ?? 0);
  return {
    ...events,
    async *subscribe(options) {
      for await (const message of events.subscribe(options)) {
        await lag();
        yield message;
      }
    },
    async append(...all) {
      await lag();
      const fault = faults[at++ % Math.max(1, faults.length)];
      if (fault === 'before') throw new EventStoreError('unavailable', 'not reached');
      const appended = await events.append(...all);
      if (fault === 'after') throw new EventStoreError('unavailable', 'the answer was lost');
      return appended;
    },
  };
}

async function followUntilDone(options: Parameters<typeof followToEnd>[0]): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    try {
      return await followToEnd(options);
    } catch (error) {
      if (!(error instanceof EventStoreError)) throw error;
    }
  }
  assert.fail('never done');
}

test('two followers at once, failing anywhere, make the chain that one would', async () => {
  const fault = fc.constantFrom<'before' | 'after' | null>('before', 'after', null, null, null);
  const trouble = fc.record({
    faults: fc.array(fault, { maxLength: 6 }).map((list) => [...list, null]),
    lags: fc.array(fc.nat(5), { maxLength: 6 }),
  });
  const organizations = fc.array(fc.constantFrom('org_1', 'org_2', 'org_3'), { minLength: 1, maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(organizations, trouble, trouble, fc.nat(40), async (ids, first, second, early) => {
      const events = createMemoryEventStore();
      const sources = ids.map((id) => revocation(id));
      const values = memoryValues();
      await appendAll(events, sources.slice(0, early));
      await Promise.all([
        followUntilDone({ events: unreliable(events, first), values }),
        followUntilDone({ events: unreliable(events, second), values: memoryValues() }),
        appendAll(events, sources.slice(early)),
      ]);
      await followUntilDone({ events, values });
      const derived = await Array.fromAsync(deriveRecords(events));
      assert.equal(derived.length, sources.length);
      for (const id of new Set(ids)) {
        const records = await allRecords(events, id);
        assertChain(records);
        const expected = derived.filter(({ organization_id }) => organization_id === id);
        assert.deepEqual(
          records,
          expected.map(({ record }) => record),
        );
      }
    }),
    { numRuns: 60 },
  );
});

test('the checkpoint never moves back, whichever follower is late', async () => {
  const events = createMemoryEventStore();
  await appendAll(events, [revocation('org_1'), revocation('org_1')]);
  const values = memoryValues();
  await values.compareAndSet('audit-follower', null, '999999999999');
  let asked = 0;
  const late: ServerValues = { ...values, get: async (key) => (asked++ === 0 ? null : values.get(key)) };
  await followToEnd({ events, values: late });
  assert.equal(await values.get('audit-follower'), '999999999999' as Position);
  assert.equal((await allRecords(events, 'org_1')).length, 2);
});

test('a chain that was cut off in the store no longer equals the log', async () => {
  const events = createMemoryEventStore();
  await appendAll(
    events,
    Array.from({ length: 4 }, () => revocation('org_1')),
  );
  await followToEnd({ events, values: memoryValues() });
  const cut: Pick<EventStore, 'readAll' | 'readStream'> = {
    readAll: events.readAll,
    readStream: async (stream, options) => {
      const found = await events.readStream(stream, options);
      return stream === auditStream('org_1') ? found.filter(({ revision }) => revision < 2) : found;
    },
  };
  assert.equal(await firstDifference(cut, 'org_1'), 3);
});

test('an event that can not be read is reported and leaves no record', async () => {
  const events = createMemoryEventStore();
  const broken = { ...revocation('org_1'), data: { key_id: 7 } };
  await appendAll(events, [revocation('org_1'), broken, revocation('org_1')]);
  const unreadable: string[] = [];
  await followToEnd({ events, values: memoryValues(), onUnreadable: ({ id }) => void unreadable.push(id) });
  assert.deepEqual(unreadable, [broken.id]);
  assert.equal((await allRecords(events, 'org_1')).length, 2);
});
