/** A log that others fill: a deployment reads nothing before its own first event, and the server leaves out the rest. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { type EventStore, type Position, type RecordedEvent, START } from '#contracts/ports/event-store.ts';
import { VERIFICATION } from '#domain/verification/decider.ts';
import { createEventStoreDbStore } from '#platform/eventstoredb/event-store.ts';
import type { Projection } from '#projectors/projection.ts';
import { rebuildView } from '#projectors/rebuild.ts';
import { verificationsProjection } from '#projectors/verifications/projection.ts';
import { append, newEvent, readOn } from '#test/support/events.ts';
import { createMemoryReadStore } from '#test/support/memory-read-store.ts';
import { eventStoreServer, reportEventStore } from '#test/support/servers/eventstoredb.ts';
import { createHistory, toStored } from '#test/support/verification-history.ts';

const FOREIGN = 100_000;
const PER_APPEND = 1_000;
const FIRST = 'deployment';
const OWN_TYPES = ['Wanted.v1', 'Other.v1'];

const server = await eventStoreServer();
const client = EventStoreDBClient.connectionString(server.url);

before((context) => reportEventStore(context as Parameters<typeof reportEventStore>[0], server));
after(async () => {
  await client.dispose();
  await server.stop();
});

/** Events of another program, in a stream of its own. */
async function fill(events: number): Promise<void> {
  const stream = `others~${randomUUID()}`;
  for (let written = 0; written < events; written += PER_APPEND) {
    const batch = Array.from({ length: PER_APPEND }, (_, n) => jsonEvent({ type: 'Foreign', data: { n } }));
    await client.appendToStream(stream, batch);
  }
}

async function subscribed(store: EventStore, types?: readonly string[]): Promise<RecordedEvent[]> {
  const events: RecordedEvent[] = [];
  const { signal } = new AbortController();
  for await (const message of store.subscribe({ after: START, signal, ...(types && { filter: { types } }) })) {
    if (message.kind === 'event') events.push(message.event);
    if (message.kind === 'caught_up') break;
  }
  return events;
}

describe('a log with 100,000 events of others before its own and between', () => {
  const streamPrefix = `test-${randomUUID()}`;
  const isFirst = (event: RecordedEvent) => event.type === 'First.v1';
  const open = () =>
    createEventStoreDbStore({ url: server.url, streamPrefix, first: { stream: FIRST, isFirst }, onError: () => {} });
  const own: string[] = [];
  let store: EventStore;

  before(async () => {
    await fill(FOREIGN);
    store = open();
    await append(store, FIRST, 'no_stream', [newEvent('First.v1')]);
    own.push('First.v1');
    for (let n = 0; n < 5; n++) {
      if (n === 2) await fill(FOREIGN);
      await append(
        store,
        `own-${n}`,
        'no_stream',
        OWN_TYPES.map((type) => newEvent(type)),
      );
      own.push(...OWN_TYPES);
    }
    await fill(PER_APPEND);
    await store.close();
    store = open();
  });
  after(() => store.close());

  const typesOf = (events: readonly RecordedEvent[]) => events.map(({ type }) => type);

  it('is read from the start with its own events alone, in order', async () => {
    assert.deepEqual(typesOf((await readOn(store, START)).events), own);
    assert.deepEqual(typesOf((await readOn(store, START, ['Wanted.v1'])).events), Array(5).fill('Wanted.v1'));
    assert.deepEqual((await readOn(store, START, [])).events, []);
  });

  it('is read in as few pages as a log of its own', async () => {
    let pages = 0;
    for (let after: Position = START; ; ) {
      const page = await store.readAll({ after, limit: 4, filter: { types: OWN_TYPES } });
      pages++;
      if (page.at_end) break;
      after = page.position;
    }
    assert.ok(pages <= 4, `${pages} pages`);
  });

  it('ends for a reader where it ends for everybody', async () => {
    const page = await store.readAll({ after: START, limit: 100 });
    assert.ok(page.at_end);
    assert.ok(page.position > (await store.head()), 'what others wrote after it is passed too');
    const rest = await store.readAll({ after: page.position, limit: 100 });
    assert.deepEqual([rest.events, rest.at_end], [[], true]);
  });

  it('is delivered to subscribers from the first event on', async () => {
    assert.deepEqual(typesOf(await subscribed(store)), own);
    assert.deepEqual(typesOf(await subscribed(store, ['Wanted.v1'])), Array(5).fill('Wanted.v1'));
  });
});

describe('a view that is rebuilt from such a log', () => {
  const VERIFICATIONS = 1_000;
  const AT_A_TIME = 50;
  const ROUNDS = 3;
  const MOST_TIMES = 2;

  async function fillOwn(store: EventStore, part: string): Promise<void> {
    const one = async (n: number) => {
      const history = createHistory({ id: `ver_${part}${n}` }).run();
      await append(store, VERIFICATION.stream(history.id), 'no_stream', history.events.map(toStored));
    };
    for (let from = 0; from < VERIFICATIONS / 2; from += AT_A_TIME) {
      await Promise.all(Array.from({ length: AT_A_TIME }, (_, n) => one(from + n)));
    }
  }

  /** Milliseconds of the fastest of some rebuilds. */
  async function rebuildMs(store: EventStore): Promise<number> {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const began = performance.now();
      const { read } = await rebuildView(
        { events: store, views: createMemoryReadStore() },
        verificationsProjection as Projection,
      );
      times.push(performance.now() - began);
      assert.ok(read >= VERIFICATIONS);
    }
    return Math.min(...times);
  }

  it('takes at most twice as long as from a log of its own', async (context) => {
    const alone = await eventStoreServer();
    try {
      const isFirst = (event: RecordedEvent) => event.type === 'First.v1';
      const times = [];
      for (const { url, isShared } of [
        { url: alone.url, isShared: false },
        { url: server.url, isShared: true },
      ]) {
        const streamPrefix = `test-${randomUUID()}`;
        const store = createEventStoreDbStore({
          url,
          streamPrefix,
          first: { stream: FIRST, isFirst },
          onError: () => {},
        });
        // On the shared server, the tests above have left as many events as come between.
        await append(store, FIRST, 'no_stream', [newEvent('First.v1')]);
        await fillOwn(store, 'a');
        if (isShared) await fill(FOREIGN);
        await fillOwn(store, 'b');
        times.push(await rebuildMs(store));
        await store.close();
      }
      const [own, shared] = times as [number, number];
      context.diagnostic(`from a log of its own ${own.toFixed(0)} ms, from a shared one ${shared.toFixed(0)} ms`);
      assert.ok(shared <= MOST_TIMES * own, `${shared} ms against ${own} ms`);
    } finally {
      await alone.stop();
    }
  });
});
