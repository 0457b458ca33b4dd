import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import { binaryEvent, EventStoreDBClient, START as FIRST, jsonEvent, NO_STREAM } from '@eventstore/db-client';
import { MAX_APPEND_BYTES, START } from '#contracts/ports/event-store.ts';
import { append, eventsOf, follow, metadata, newEvent, newEvents, readOn, unique } from '#test/support/events.ts';
import { storeOnDouble } from '#test/support/servers/eventstoredb-double.ts';

/** Events that another program might write to the same server. */
const foreign = {
  binary: () => binaryEvent({ type: 'Foreign.v1', data: Buffer.from('text') }),
  'without metadata': () => jsonEvent({ type: 'Foreign.v1', data: {} }),
  'with metadata of its own': () => jsonEvent({ type: 'Foreign.v1', data: {}, metadata: { $correlationId: 'x' } }),
  'with an actor of another kind': () =>
    jsonEvent({ type: 'Foreign.v1', data: {}, metadata: { ...metadata, actor: { type: 'robot', id: 'x' } } }),
  'with a list for data': () => jsonEvent({ type: 'Foreign.v1', data: [1, 2] as never, metadata: { ...metadata } }),
  'with data that is no object': () => jsonEvent({ type: 'Foreign.v1', data: 'x' as never, metadata: { ...metadata } }),
  'that says JSON and is none': () => ({ ...binaryEvent({ type: 'Foreign.v1', data: Buffer.from('{') }) }),
  'with a deeply nested text': () =>
    jsonEvent({ type: 'Foreign.v1', data: JSON.parse(`${'['.repeat(5_000)}${']'.repeat(5_000)}`), metadata: {} }),
};

describe('the content of an EventStoreDB', { timeout: 60_000 }, () => {
  for (const [what, event] of Object.entries(foreign)) {
    it(`skips an event ${what}, and reports it once`, async (context) => {
      const { store, double, errors } = await storeOnDouble(context);
      const client = EventStoreDBClient.connectionString(double.url);
      context.after(() => client.dispose());
      const type = unique('Own');
      await append(store, unique('own'), 'no_stream', newEvents(1, type));
      for (let n = 0; n < 2; n++)
        await client.appendToStream(unique('foreign'), event(), { expectedRevision: NO_STREAM });
      const passed = await store.head();
      await append(store, unique('own'), 'no_stream', newEvents(1, type));

      const { events, position } = await readOn(store, START);
      assert.deepEqual(
        events.map((one) => one.type),
        [type, type],
      );
      assert.ok(passed < position && passed > events[0]!.position, 'the position counts it');
      const messages = await follow(store, {}, (seen) => eventsOf(seen).length === 2);
      assert.equal(eventsOf(messages).length, 2);
      assert.equal(errors.length, 1);
      assert.match(errors[0]!.message, /skipped an event .* "Foreign\.v1"/);
    });
  }

  it('refuses to read a stream with an event of another program', async (context) => {
    const { store, double } = await storeOnDouble(context);
    const client = EventStoreDBClient.connectionString(double.url);
    context.after(() => client.dispose());
    const stream = unique('mixed');
    await append(store, stream, 'no_stream', newEvents(1));
    await client.appendToStream(stream, foreign['without metadata'](), { expectedRevision: 0n });
    await assert.rejects(store.readStream(stream), { name: 'ForeignEventError' });
  });

  it('returns an unknown type and version unchanged', async (context) => {
    const { store } = await storeOnDouble(context);
    const stream = unique('future');
    const event = newEvent('ClaimExtracted.v99', { field_of_the_future: { deep: [1, 'two', null] } });
    await append(store, stream, 'no_stream', [event]);
    const expected = { type: event.type, data: event.data };
    for (const one of [(await store.readStream(stream))[0]!, (await readOn(store, START)).events.at(-1)!]) {
      assert.deepEqual({ type: one.type, data: one.data }, expected);
    }
    const [delivered] = eventsOf(await follow(store, {}, (seen) => eventsOf(seen).length === 1));
    assert.deepEqual({ type: delivered?.type, data: delivered?.data }, expected);
  });

  it("hides the system's own events; a store with only those counts as empty", async (context) => {
    const { store, double } = await storeOnDouble(context);
    const client = EventStoreDBClient.connectionString(double.url);
    context.after(() => client.dispose());
    let own = 0;
    for await (const { event } of client.readAll({ fromPosition: FIRST })) own += event?.type.startsWith('$') ? 1 : 0;
    assert.ok(own > 0, 'the server has events of its own');
    assert.equal(await store.head(), START);
    assert.deepEqual((await store.readAll({ after: START, limit: 10 })).events, []);
    const { position } = await append(store, unique('own'), 'no_stream', newEvents(1));
    const statistics = Array.from({ length: 40 }, () => jsonEvent({ type: '$statsCollected', data: {} }));
    await client.appendToStream(unique('$stats'), statistics, { expectedRevision: NO_STREAM });
    assert.equal(await store.head(), position);
    const rest = await readOn(store, position, undefined, 10);
    assert.deepEqual([rest.events.length, rest.position > position], [0, true]);
  });

  it('has gaps between positions, whose text keeps the order of the log', async (context) => {
    const { store } = await storeOnDouble(context);
    // Growing events give positions with more and more digits.
    for (let n = 0; n < 12; n++) {
      const event = newEvent('Tested.v1', { n, text: 'x'.repeat(3 ** n % 200_000) });
      const { position } = await append(store, unique('gap'), 'no_stream', [event]);
      assert.equal(await store.head(), position);
    }
    const { events } = await readOn(store, START, undefined, 5);
    assert.deepEqual(
      events.map((event) => event.data.n),
      Array.from({ length: 12 }, (_, n) => n),
    );
    const numbers = events.map((event) => BigInt(event.position.slice(0, 20)));
    for (const [n, number] of numbers.slice(1).entries()) assert.ok(number > numbers[n]! + 1n);
    for (const event of events) {
      const page = await store.readAll({ after: event.position, limit: 1 });
      assert.equal(page.events[0]?.data.n, events[Number(event.data.n) + 1]?.data.n, 'a read begins after, not at');
    }
  });

  it('reports a position that is no event instead of skipping', async (context) => {
    const { store } = await storeOnDouble(context, { appendTimeoutMs: 50 });
    const { position } = await append(store, unique('gap'), 'no_stream', newEvents(1));
    const number = String(BigInt(position.slice(0, 20)) - 1n).padStart(20, '0');
    const between = `${number}-${number}` as typeof position;
    await assert.rejects(store.readAll({ after: between, limit: 1 }), { code: 'unavailable' });
    assert.throws(
      () => store.subscribe({ after: '0000000000000012' as typeof position, signal: AbortSignal.abort() }),
      RangeError,
    );
  });

  it('is read in pages of bounded size', async (context) => {
    const { store } = await storeOnDouble(context);
    for (let n = 0; n < 5; n++) {
      const event = newEvent('Tested.v1', { id: randomUUID(), text: 'x'.repeat(MAX_APPEND_BYTES * 0.6) });
      await append(store, unique('large'), 'no_stream', [event]);
    }
    const page = await store.readAll({ after: START, limit: 5 });
    assert.deepEqual([page.events.length, page.at_end], [2, false]);
    assert.equal((await readOn(store, START)).events.length, 5);
  });
});
