import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type EventStore, type NewEvent, type Position, START } from '#contracts/ports/event-store.ts';
import { createEventStoreDbStore } from '#platform/eventstoredb/event-store.ts';
import { append, eventsOf, follow, newEvents, readOn, unique } from '#test/support/events.ts';
import { eventually } from '#test/support/eventually.ts';
import {
  EVENT_STORE_RESTARTS,
  type EventStoreServer,
  eventStoreServer,
  reportEventStore,
} from '#test/support/servers/eventstoredb.ts';

const WRITERS = 64;
const APPENDS = 20;
const EVENTS = 2;
/** At the first kill, every writer has an append that is written and not acknowledged. */
const ANSWERS_BEFORE_FIRST_KILL = 150;
/** The server is killed again after this number of acknowledged appends, whatever it is doing. */
const LATER_KILLS = [500, 900];

describe('an EventStoreDB killed while 64 writers append', { timeout: 120_000, skip: !EVENT_STORE_RESTARTS }, () => {
  it('loses no acknowledged event, and repeated appends create no duplicates', async (context) => {
    const server = await eventStoreServer({ answers: ANSWERS_BEFORE_FIRST_KILL });
    reportEventStore(context, server);
    // Appends wait until the server is back, however slowly a busy machine starts it.
    const store = createEventStoreDbStore({
      url: server.url,
      streamPrefix: server.streamPrefix,
      onError: () => {},
      appendTimeoutMs: 10_000,
    });
    context.after(async () => {
      await store.close();
      await server.stop();
    });
    const type = unique('Killed');
    const total = WRITERS * APPENDS * EVENTS;
    const following = follow(store, { types: [type] }, (seen) => eventsOf(seen).length >= total);

    const acknowledged = await appendAndKill(store, server, type);

    for (const [stream, written] of acknowledged) {
      const stored = await store.readStream(stream);
      assert.deepEqual(
        stored.map(({ id, revision, position }) => ({ id, revision, position })).filter((_, n) => n % EVENTS === 1),
        written.map(({ id, position }, n) => ({ id, revision: n * EVENTS + 1, position })),
        `${stream} has what was acknowledged, where it was acknowledged`,
      );
    }
    const { events } = await readOn(store, START, [type]);
    assert.equal(events.length, total, 'nothing is missing and nothing is there twice');
    assert.equal(new Set(events.map(({ id }) => id)).size, total);
    assert.deepEqual(
      eventsOf(await following).map(({ id }) => id),
      events.map(({ id }) => id),
      'a subscription went on over every kill, in the order of the log',
    );
  });
});

type Acknowledged = { id: string; position: Position };

/** Every writer appends to its own stream. Returns the last event of each append. */
async function appendAndKill(store: EventStore, server: EventStoreServer, type: string) {
  const acknowledged = new Map<string, Acknowledged[]>();
  const kills = [...LATER_KILLS];
  let count = 0;
  let killing: Promise<void> = Promise.resolve();
  async function write(stream: string): Promise<void> {
    const written: Acknowledged[] = [];
    acknowledged.set(stream, written);
    for (let n = 0; n < APPENDS; n++) {
      const events: NewEvent[] = newEvents(EVENTS, type);
      const expected = n === 0 ? 'no_stream' : n * EVENTS - 1;
      const { position } = await append(store, stream, expected, events);
      written.push({ id: events.at(-1)!.id, position });
      if (++count !== kills[0]) continue;
      kills.shift();
      killing = server.kill().then(() => server.restart());
    }
  }
  const writing = Promise.all(Array.from({ length: WRITERS }, () => write(unique('killed'))));
  const written = (ANSWERS_BEFORE_FIRST_KILL + WRITERS) * EVENTS;
  await eventually('every writer to wait for an answer', async () => {
    return (await readOn(store, START, [type])).events.length === written;
  });
  assert.equal(count, ANSWERS_BEFORE_FIRST_KILL);
  await server.kill();
  await server.restart();
  await writing;
  await killing;
  assert.deepEqual(kills, [], 'the server was killed as often as meant');
  return acknowledged;
}
