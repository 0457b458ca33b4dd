import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { JsonObject } from '#contracts/json.ts';
import { START } from '#contracts/ports/event-store.ts';
import { append, metadata, newEvent, newEvents, readOn, unique } from '#test/support/events.ts';
import type { StoreUnderTest } from './event-store-under-test.ts';

export function readContract(test: StoreUnderTest): void {
  describe('readStream', () => {
    it('is empty for a missing stream', async () => {
      assert.deepEqual(await test.store.readStream(unique('read')), []);
      assert.deepEqual(await test.store.readStream(unique('read'), { direction: 'backwards' }), []);
    });

    it('returns appended events with position and time', async () => {
      const stream = unique('read');
      const event = newEvent('Tested.v1', { n: 1.5, list: [null, true, { deep: 'ü€😀' }] });
      const { position } = await append(test.store, stream, 'no_stream', [event]);
      const [recorded] = await test.store.readStream(stream);
      assert.ok(recorded);
      const { recorded_at, ...rest } = recorded;
      assert.deepEqual(rest, { ...event, metadata, stream, revision: 0, position });
      assert.match(recorded_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    });

    it('returns the time of an event that another store recorded', async () => {
      const stream = unique('read');
      const times = ['2019-02-03T04:05:06.789Z', '2018-01-01T00:00:00.000Z'];
      const moved = times.map((recorded_at) => ({ ...newEvent('Tested.v1'), recorded_at }));
      const { revision } = await append(test.store, stream, 'no_stream', moved);
      await append(test.store, stream, revision, [newEvent('Tested.v1')]);
      const events = await test.store.readStream(stream);
      assert.deepEqual(
        events.slice(0, 2).map(({ recorded_at }) => recorded_at),
        times,
      );
      assert.deepEqual(events[0]?.metadata, metadata);
      assert.ok(events[2]!.recorded_at > '2020');
      const malformed = { ...newEvent('Tested.v1'), recorded_at: 'yesterday' };
      await assert.rejects(test.store.append(unique('read'), 'no_stream', [malformed]), { code: 'append_invalid' });
    });

    it('preserves unusual keys and texts', async () => {
      const stream = unique('read');
      const text =
        '{"__proto__":{"polluted":true},"constructor":"c","toString":null,"":"empty","\\u0000":"zero","lone":"\\ud800"}';
      await append(test.store, stream, 'no_stream', [newEvent('Tested.v1', JSON.parse(text) as JsonObject)]);
      const [recorded] = await test.store.readStream(stream);
      assert.deepEqual(JSON.parse(JSON.stringify(recorded?.data)), JSON.parse(text));
      assert.ok(Object.hasOwn(recorded?.data ?? {}, '__proto__'));
      assert.equal(({} as { polluted?: boolean }).polluted, undefined);
    });

    it('reads a limited number from a revision on, in both directions', async () => {
      const stream = unique('read');
      await append(test.store, stream, 'no_stream', newEvents(10));
      const revisions = async (options: Parameters<typeof test.store.readStream>[1]) =>
        (await test.store.readStream(stream, options)).map((event) => event.revision);
      assert.deepEqual(await revisions({}), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
      assert.deepEqual(await revisions({ from: 7 }), [7, 8, 9]);
      assert.deepEqual(await revisions({ from: 3, limit: 2 }), [3, 4]);
      assert.deepEqual(await revisions({ from: 10 }), []);
      assert.deepEqual(await revisions({ direction: 'backwards', limit: 1 }), [9]);
      assert.deepEqual(await revisions({ direction: 'backwards', from: 2 }), [2, 1, 0]);
    });

    it('reads a stream far larger than a page or an append', async () => {
      const stream = unique('read');
      const text = 'x'.repeat(200_000);
      for (let revision = -1; revision < 39; revision += 4) {
        const events = newEvents(4).map((event, n) => ({ ...event, data: { n: revision + 1 + n, text } }));
        await append(test.store, stream, revision === -1 ? 'no_stream' : revision, events);
      }
      const numbers = (await test.store.readStream(stream)).map((event) => event.data.n);
      assert.deepEqual(
        numbers,
        Array.from({ length: 40 }, (_, n) => n),
      );
      const backwards = await test.store.readStream(stream, { direction: 'backwards' });
      assert.deepEqual(
        backwards.map((event) => event.data.n),
        numbers.toReversed(),
      );
    });
  });

  describe('readAll', () => {
    it('orders positions as strings, after START, up to the head', async () => {
      const before = await test.store.head();
      const [one, two] = [unique('all'), unique('all')];
      await append(test.store, one, 'no_stream', newEvents(2));
      await append(test.store, two, 'no_stream', newEvents(2));
      const last = await append(test.store, one, 1, newEvents(1));
      const head = await test.store.head();
      assert.ok(head >= last.position && head > before && head > START);
      const { events } = await readOn(test.store, before);
      const own = events.filter((event) => event.stream === one || event.stream === two);
      assert.deepEqual(
        own.map(({ stream, revision }) => [stream, revision]),
        [
          [one, 0],
          [one, 1],
          [two, 0],
          [two, 1],
          [one, 2],
        ],
      );
      for (const [n, event] of own.entries()) {
        assert.ok(event.position > (own[n - 1]?.position ?? before));
        assert.equal(event.position.length, head.length);
      }
    });

    it('reads the same events page by page, strictly after each position', async () => {
      const before = await test.store.head();
      await append(test.store, unique('all'), 'no_stream', newEvents(23));
      const whole = await readOn(test.store, before);
      const paged = await readOn(test.store, before, undefined, 5);
      assert.deepEqual(
        paged.events.map((event) => event.position),
        whole.events.map((event) => event.position),
      );
      assert.ok(paged.events.length >= 23);
    });

    it('filters by type, in order over several types', async () => {
      const [a, b, c] = [unique('A'), unique('B'), unique('C')];
      const before = await test.store.head();
      const kinds = [a, c, b, c, c, a, b, a, c];
      await append(
        test.store,
        unique('all'),
        'no_stream',
        kinds.map((type) => newEvent(type)),
      );
      const types = async (filter: string[], limit?: number) =>
        (await readOn(test.store, before, filter, limit)).events.map((event) => event.type);
      assert.deepEqual(await types([a, b]), [a, b, a, b, a]);
      assert.deepEqual(await types([a, b], 2), [a, b, a, b, a]);
      assert.deepEqual(await types([b, b]), [b, b]);
      assert.deepEqual(await types([unique('Absent')]), []);
      assert.deepEqual(await types([]), []);
    });

    it('moves the position past events that the filter ignores', async () => {
      const wanted = unique('Wanted');
      const before = await test.store.head();
      await append(test.store, unique('all'), 'no_stream', [newEvent(wanted)]);
      const last = await append(test.store, unique('all'), 'no_stream', newEvents(30));
      const page = await readOn(test.store, before, [wanted], 10);
      assert.equal(page.events.length, 1);
      assert.ok(page.position >= last.position);
      const rest = await test.store.readAll({ after: page.position, limit: 10, filter: { types: [wanted] } });
      assert.deepEqual(rest.events, []);
      assert.ok(rest.at_end);
      assert.ok(rest.position >= page.position);
    });

    it('is at the end after the head', async () => {
      const head = await test.store.head();
      const page = await test.store.readAll({ after: head, limit: 10 });
      assert.ok(page.at_end);
      assert.ok(page.position >= head);
    });
  });

  describe('restart', { skip: !test.canRestart }, () => {
    it('keeps events, order and head', async () => {
      const stream = unique('restart');
      await append(test.store, stream, 'no_stream', newEvents(5));
      const events = await test.store.readStream(stream);
      const head = await test.store.head();
      await test.restart();
      assert.deepEqual(await test.store.readStream(stream), events);
      assert.equal(await test.store.head(), head);
      const next = await append(test.store, stream, 4, newEvents(1));
      assert.ok(next.position > head);
    });
  });
}
