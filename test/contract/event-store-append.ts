import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { JsonObject } from '#contracts/json.ts';
import { type ExpectedRevision, MAX_APPEND_BYTES, type NewEvent } from '#contracts/ports/event-store.ts';
import { append, metadata, newEvent, newEvents, unique } from '#test/support/events.ts';
import fc from '#test/support/property.ts';
import type { StoreUnderTest } from './event-store-under-test.ts';

export function appendContract(test: StoreUnderTest): void {
  const ids = async (stream: string) => (await test.store.readStream(stream)).map((event) => event.id);
  const bytesOf = (event: NewEvent) => JSON.stringify(event.data).length + JSON.stringify(event.metadata).length;

  describe('append: expected revision', () => {
    it('creates a stream and appends at the revision it returned', async () => {
      const stream = unique('append');
      const first = await append(test.store, stream, 'no_stream', newEvents(3));
      assert.equal(first.revision, 2);
      const second = await append(test.store, stream, first.revision, newEvents(1));
      assert.equal(second.revision, 3);
      assert.ok(second.position > first.position);
      assert.equal(second.position.length, first.position.length);
    });

    it('refuses no_stream on an existing stream and returns its revision', async () => {
      const stream = unique('append');
      await append(test.store, stream, 'no_stream', newEvents(2));
      assert.deepEqual(await test.store.append(stream, 'no_stream', newEvents(1)), {
        outcome: 'wrong_expected_revision',
        expected: 'no_stream',
        actual: 1,
      });
      assert.equal((await ids(stream)).length, 2);
    });

    it('refuses a revision on a missing stream', async () => {
      const stream = unique('append');
      assert.deepEqual(await test.store.append(stream, 3, newEvents(1)), {
        outcome: 'wrong_expected_revision',
        expected: 3,
        actual: 'no_stream',
      });
      assert.deepEqual(await test.store.readStream(stream), []);
    });

    it("refuses a revision before or after the stream's current one", async () => {
      const stream = unique('append');
      await append(test.store, stream, 'no_stream', newEvents(3));
      for (const expected of [0, 1, 3, 7]) {
        assert.deepEqual(await test.store.append(stream, expected, newEvents(1)), {
          outcome: 'wrong_expected_revision',
          expected,
          actual: 2,
        });
      }
    });

    it('lets exactly one of 20 racing writers create a stream', async () => {
      const stream = unique('append');
      const results = await Promise.all(
        Array.from({ length: 20 }, () => test.store.append(stream, 'no_stream', newEvents(2))),
      );
      const outcomes = Map.groupBy(results, (result) => result.outcome);
      assert.equal(outcomes.get('appended')?.length, 1);
      for (const lost of outcomes.get('wrong_expected_revision') ?? []) {
        assert.deepEqual(lost, { outcome: 'wrong_expected_revision', expected: 'no_stream', actual: 1 });
      }
      assert.equal((await ids(stream)).length, 2);
    });

    it("writes nothing for an empty append and returns the stream's revision", async () => {
      const stream = unique('append');
      const nothing = await append(test.store, stream, 'no_stream', []);
      assert.equal(nothing.revision, -1);
      const first = await append(test.store, stream, 'no_stream', newEvents(2));
      assert.deepEqual(await append(test.store, stream, 1, []), first);
      assert.equal((await ids(stream)).length, 2);
    });
  });

  describe('append: repeated with the same ids', () => {
    async function written(count: number, expected: ExpectedRevision = 'no_stream') {
      const stream = unique('append');
      if (expected !== 'no_stream') await append(test.store, stream, 'no_stream', newEvents(expected + 1));
      const events = newEvents(count);
      const result = await append(test.store, stream, expected, events);
      return { stream, events, result, expected };
    }

    it('returns the first result, also after later appends', async () => {
      for (const expected of ['no_stream', 2] as const) {
        const { stream, events, result } = await written(3, expected);
        const before = await ids(stream);
        assert.deepEqual(await test.store.append(stream, expected, events), result);
        await append(test.store, stream, result.revision, newEvents(2));
        assert.deepEqual(await test.store.append(stream, expected, events), result);
        assert.equal((await ids(stream)).length, before.length + 2);
      }
    });

    it('recognizes a prefix as a repetition', async () => {
      const { stream, events } = await written(3);
      const repeated = await append(test.store, stream, 'no_stream', events.slice(0, 2));
      assert.equal(repeated.revision, 1);
      assert.equal((await ids(stream)).length, 3);
    });

    it('refuses a superset, another order, and the same ids at another revision', async () => {
      const { stream, events, result } = await written(2, 0);
      const [a, b] = events as [NewEvent, NewEvent];
      const refused = { outcome: 'wrong_expected_revision', expected: 0, actual: result.revision };
      assert.deepEqual(await test.store.append(stream, 0, [a, b, newEvent()]), refused);
      assert.deepEqual(await test.store.append(stream, 0, [b, a]), refused);
      assert.deepEqual(await test.store.append(stream, 1, [a, b]), { ...refused, expected: 1 });
      assert.equal((await ids(stream)).length, 3);
    });

    it('recognizes a repetition among concurrent appends', async () => {
      const stream = unique('append');
      const events = newEvents(2);
      const [first, ...repeated] = await Promise.all(
        Array.from({ length: 5 }, () => test.store.append(stream, 'no_stream', events)),
      );
      assert.equal(first?.outcome, 'appended');
      for (const result of repeated) assert.deepEqual(result, first);
      assert.deepEqual(
        await ids(stream),
        events.map((event) => event.id),
      );
    });

    it('recognizes a repetition after a restart', { skip: !test.canRestart }, async () => {
      const { stream, events, result } = await written(2);
      await test.restart();
      assert.deepEqual(await test.store.append(stream, 'no_stream', events), result);
      assert.equal((await ids(stream)).length, 2);
    });
  });

  describe('append: validation', () => {
    const large = (bytes: number) => newEvent('Tested.v1', { text: 'x'.repeat(bytes) });

    it('limits the sum of all events, in bytes', async () => {
      const stream = unique('append');
      const half = MAX_APPEND_BYTES / 2;
      await assert.rejects(test.store.append(stream, 'no_stream', [large(half), large(half)]), {
        code: 'append_too_large',
      });
      const euros = newEvent('Tested.v1', { text: '€'.repeat(MAX_APPEND_BYTES / 3) });
      await assert.rejects(test.store.append(stream, 'no_stream', [euros]), { code: 'append_too_large' });
      assert.deepEqual(await test.store.readStream(stream), []);
    });

    it('accepts an append of exactly the limit', async () => {
      const stream = unique('append');
      const fitting = large(MAX_APPEND_BYTES - bytesOf(large(0)));
      await append(test.store, stream, 'no_stream', [fitting]);
      assert.deepEqual((await test.store.readStream(stream))[0]?.data, fitting.data);
      const over = large(MAX_APPEND_BYTES - bytesOf(large(0)) + 1);
      await assert.rejects(test.store.append(stream, 0, [over]), { code: 'append_too_large' });
    });

    const circle: { self?: unknown } = {};
    circle.self = circle;
    const nested = JSON.parse(`{"a":${'['.repeat(5_000)}${']'.repeat(5_000)}}`) as JsonObject;
    const data = (value: unknown) => newEvent('Tested.v1', { value } as JsonObject);
    const malformed: Record<string, NewEvent[]> = {
      'a bigint': [data(1n)],
      undefined: [data(undefined)],
      'undefined in a list': [data([1, undefined])],
      'a hole in a list': [data(new Array(2))],
      NaN: [data(Number.NaN)],
      Infinity: [data({ deep: [Number.POSITIVE_INFINITY] })],
      'a function': [data(() => 1)],
      'a symbol': [data(Symbol('s'))],
      'a date': [data(new Date(0))],
      'a map': [data(new Map())],
      bytes: [data(new Uint8Array(2))],
      'a circle': [data(circle)],
      'bottomless nesting': [newEvent('Tested.v1', nested)],
      'data that is a list': [newEvent('Tested.v1', [] as unknown as JsonObject)],
      'data that is null': [newEvent('Tested.v1', null as unknown as JsonObject)],
      'no metadata': [{ ...newEvent(), metadata: undefined as unknown as typeof metadata }],
      'metadata with undefined': [
        newEvent('Tested.v1', {}, { metadata: { ...metadata, ip: undefined as unknown as null } }),
      ],
      'an empty type': [newEvent('')],
      'a type with a line break': [newEvent('Tested\n.v1')],
      'an id that is no UUID': [newEvent('Tested.v1', {}, { id: 'event-1' })],
      'an empty id': [newEvent('Tested.v1', {}, { id: '' })],
      'one malformed event among good ones': [newEvent(), data(1n), newEvent()],
      'the same id twice': ((event) => [event, event])(newEvent()),
    };
    for (const [what, events] of Object.entries(malformed)) {
      it(`refuses ${what} without harm to its neighbours`, async () => {
        const stream = unique('append');
        const neighbours = [unique('neighbour'), unique('neighbour')] as const;
        const [before, refused, behind] = await Promise.allSettled([
          test.store.append(neighbours[0], 'no_stream', newEvents(1)),
          test.store.append(stream, 'no_stream', events),
          test.store.append(neighbours[1], 'no_stream', newEvents(1)),
        ]);
        assert.equal(refused.status === 'rejected' && (refused.reason as { code?: string }).code, 'append_invalid');
        assert.equal(before.status === 'fulfilled' && before.value.outcome, 'appended');
        assert.equal(behind.status === 'fulfilled' && behind.value.outcome, 'appended');
        assert.deepEqual(await test.store.readStream(stream), []);
      });
    }

    it('refuses malformed stream names and revisions', async () => {
      for (const stream of ['', '$system', 'a b', 'a\n', 'ä', 'x'.repeat(251)]) {
        await assert.rejects(test.store.append(stream, 'no_stream', newEvents(1)), { code: 'append_invalid' });
      }
      for (const expected of [-1, 1.5, Number.NaN, 2 ** 53]) {
        await assert.rejects(test.store.append(unique('append'), expected, newEvents(1)), { code: 'append_invalid' });
      }
    });
  });

  describe('append: concurrency', () => {
    it('stores exactly the accepted appends, in one order', async () => {
      const command = fc.record({
        stream: fc.nat({ max: 2 }),
        expected: fc.oneof(fc.constant('no_stream' as const), fc.nat({ max: 5 })),
        count: fc.integer({ min: 1, max: 3 }),
      });
      const property = fc.asyncProperty(
        fc.array(fc.array(command, { minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 4 }),
        async (rounds) => {
          const streams = [unique('race'), unique('race'), unique('race')];
          const accepted = streams.map(() => new Map<number, string>());
          for (const round of rounds) {
            await Promise.all(
              round.map(async ({ stream, expected, count }) => {
                const events = newEvents(count);
                const result = await test.store.append(streams[stream]!, expected, events);
                if (result.outcome !== 'appended') return;
                const first = expected === 'no_stream' ? 0 : expected + 1;
                assert.equal(result.revision, first + count - 1);
                events.forEach((event, n) => {
                  assert.ok(!accepted[stream]!.has(first + n), 'two appends were given one revision');
                  accepted[stream]!.set(first + n, event.id);
                });
              }),
            );
          }
          for (const [n, stream] of streams.entries()) {
            const stored = await test.store.readStream(stream);
            assert.deepEqual(new Map(stored.map((event) => [event.revision, event.id])), sorted(accepted[n]!));
            const positions = stored.map((event) => event.position);
            assert.deepEqual(positions, positions.toSorted());
          }
        },
      );
      await fc.assert(property, { numRuns: 25 });
    });
  });
}

function sorted(map: Map<number, string>): Map<number, string> {
  return new Map([...map].toSorted(([a], [b]) => a - b));
}
