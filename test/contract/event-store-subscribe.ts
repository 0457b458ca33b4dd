import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { EventStore, Position, SubscriptionMessage } from '#contracts/ports/event-store.ts';
import { append, events, eventsOf, follow, newEvent, newEvents, unique } from '#test/support/events.ts';
import type { StoreUnderTest } from './event-store-under-test.ts';

export function subscribeContract(test: StoreUnderTest): void {
  const numbers = (messages: readonly SubscriptionMessage[]) => eventsOf(messages).map((event) => event.data.n);
  const upTo = (count: number) => Array.from({ length: count }, (_, n) => n);
  const caughtUp = (messages: readonly SubscriptionMessage[]) =>
    messages.some((message) => message.kind === 'caught_up');

  /** Writes events 0, 1, 2 … of one type to several streams in turn, each after the previous one is acknowledged. */
  async function writeInOrder(store: EventStore, type: string, from: number, to: number) {
    const streams = [unique('sub'), unique('sub'), unique('sub')].map((name) => ({ name, revision: -1 }));
    for (let n = from; n < to; n++) {
      const stream = streams[n % streams.length]!;
      const expected = stream.revision === -1 ? 'no_stream' : stream.revision;
      await append(store, stream.name, expected, [newEvent(type, { n })]);
      stream.revision++;
    }
  }

  describe('subscribe', () => {
    it('delivers stored events, says that it has caught up, then delivers new ones', async () => {
      const type = unique('Sub');
      const after = await test.store.head();
      await writeInOrder(test.store, type, 0, 5);
      let writing: Promise<void> | null = null;
      const messages = await follow(test.store, { after, types: [type] }, (seen) => {
        if (writing === null && caughtUp(seen)) writing = writeInOrder(test.store, type, 5, 10);
        return events(10)(seen);
      });
      await writing;
      assert.deepEqual(numbers(messages), upTo(10));
      const first = messages.findIndex((message) => message.kind === 'caught_up');
      assert.equal(eventsOf(messages.slice(0, first)).length, 5);
    });

    it('loses and repeats nothing when it goes live during concurrent appends', async () => {
      const type = unique('Sub');
      const after = await test.store.head();
      await writeInOrder(test.store, type, 0, 300);
      const writing = writeInOrder(test.store, type, 300, 900);
      const subscribers = Array.from({ length: 6 }, async (_, n) => {
        // Some subscribe at once, some during the writing.
        for (let turn = 0; turn < n * 5; turn++) await test.store.head();
        return follow(test.store, { after, types: [type] }, events(900));
      });
      const unfiltered = follow(test.store, { after }, (seen) => seen.filter(ofType(type)).length >= 900);
      for (const messages of await Promise.all(subscribers)) assert.deepEqual(numbers(messages), upTo(900));
      assert.deepEqual(numbers((await unfiltered).filter(ofType(type))), upTo(900));
      await writing;
    });

    it('delivers an event only when reads find it', async () => {
      const type = unique('Sub');
      const after = await test.store.head();
      const found: boolean[] = [];
      const checking = (async () => {
        const { signal } = new AbortController();
        for await (const message of test.store.subscribe({ after, filter: { types: [type] }, signal })) {
          if (message.kind !== 'event') continue;
          const { id, stream, revision, position } = message.event;
          const [inStream] = await test.store.readStream(stream, { from: revision, limit: 1 });
          found.push(inStream?.id === id && (await test.store.head()) >= position);
          if (found.length === 60) return;
        }
      })();
      await writeInOrder(test.store, type, 0, 30);
      await Promise.all(
        Array.from({ length: 30 }, () => append(test.store, unique('sub'), 'no_stream', newEvents(1, type))),
      );
      await checking;
      assert.deepEqual(found, Array(60).fill(true));
    });

    it('delivers concurrent appends in the order of the log', async () => {
      const type = unique('Sub');
      const after = await test.store.head();
      const following = follow(test.store, { after, types: [type] }, events(400));
      await Promise.all(
        Array.from({ length: 100 }, () => append(test.store, unique('sub'), 'no_stream', newEvents(4, type))),
      );
      const delivered = eventsOf(await following);
      const stored = await test.store.readAll({ after, limit: 500, filter: { types: [type] } });
      assert.deepEqual(
        delivered.map((event) => event.position),
        stored.events.map((event) => event.position),
      );
    });

    it('starts after a position, not at it', async () => {
      const type = unique('Sub');
      const { position } = await append(test.store, unique('sub'), 'no_stream', [newEvent(type, { n: 0 })]);
      await writeInOrder(test.store, type, 1, 3);
      const messages = await follow(test.store, { after: position, types: [type] }, events(2));
      assert.deepEqual(numbers(messages), [1, 2]);
    });

    it("fixes the start position 'end' on the call, not on the first read", async () => {
      const type = unique('Sub');
      await writeInOrder(test.store, type, 0, 3);
      const controller = new AbortController();
      const subscription = test.store.subscribe({ after: 'end', filter: { types: [type] }, signal: controller.signal });
      // A server determines the end when it gets the request. After this round trip it has got it.
      await test.store.head();
      await writeInOrder(test.store, type, 3, 5);
      const seen: SubscriptionMessage[] = [];
      for await (const message of subscription) {
        seen.push(message);
        if (events(2)(seen)) controller.abort();
      }
      assert.deepEqual(numbers(seen), [3, 4]);
    });

    it('eventsOnly delivers only events; a type filter matches whole names', async () => {
      const type = unique('Sub');
      const after = await test.store.head();
      const options = { after, types: [type], eventsOnly: true };
      await writeInOrder(test.store, type, 0, 40);
      const following = follow(test.store, options, events(80));
      await append(test.store, unique('sub'), 'no_stream', [...newEvents(100), ...newEvents(2, `${type}.2`)]);
      await writeInOrder(test.store, type, 40, 80);
      const messages = await following;
      assert.deepEqual(numbers(messages), upTo(80));
      const [fortieth] = eventsOf(messages).slice(39);
      const again = await follow(test.store, { ...options, after: fortieth!.position }, events(40));
      assert.deepEqual(numbers(again), upTo(80).slice(40));
    });

    it('sends checkpoints past filtered events and can resume from them', async () => {
      const type = unique('Sub');
      const after = await test.store.head();
      const ignored = await append(test.store, unique('sub'), 'no_stream', newEvents(50));
      let live: Position | null = null;
      let writing: Promise<unknown> | null = null;
      const reached = (seen: readonly SubscriptionMessage[], position: Position) =>
        seen.some((message) => message.kind !== 'event' && message.position >= position);
      const messages = await follow(test.store, { after, types: [type] }, (seen) => {
        if (writing === null && caughtUp(seen) && reached(seen, ignored.position)) {
          writing = append(test.store, unique('sub'), 'no_stream', newEvents(50)).then((result) => {
            live = result.position;
            return append(test.store, unique('sub'), 'no_stream', newEvents(1));
          });
        }
        return live !== null && reached(seen, live);
      });
      await writing;
      assert.deepEqual(eventsOf(messages), []);
      const checkpoint = messages.at(-1);
      assert.ok(checkpoint && checkpoint.kind !== 'event');
      await writeInOrder(test.store, type, 0, 1);
      const resumed = await follow(test.store, { after: checkpoint.position, types: [type] }, events(1));
      assert.deepEqual(numbers(resumed), [0]);
    });

    it('positions never decrease', async () => {
      const type = unique('Sub');
      const after = await test.store.head();
      const following = follow(test.store, { after, types: [type] }, events(60));
      for (let n = 0; n < 20; n++) {
        await writeInOrder(test.store, unique('Other'), 0, 2);
        await append(test.store, unique('sub'), 'no_stream', newEvents(3, type));
      }
      const positions = (await following).map((message) =>
        message.kind === 'event' ? message.event.position : message.position,
      );
      assert.deepEqual(positions, positions.toSorted());
    });

    it('a slow consumer blocks nobody and still gets everything', async () => {
      const type = unique('Sub');
      const total = 3_000;
      const after = await test.store.head();
      const release = Promise.withResolvers<void>();
      const controller = new AbortController();
      const slow = (async () => {
        const seen: SubscriptionMessage[] = [];
        const options = { after, filter: { types: [type] }, signal: controller.signal };
        for await (const message of test.store.subscribe(options)) {
          seen.push(message);
          if (eventsOf(seen).length === 1) await release.promise;
          if (message.kind === 'event' && message.event.data.n === total - 1) controller.abort();
        }
        return seen;
      })();
      const quick = follow(test.store, { after, types: [type] }, events(total));
      let revision = -1;
      const stream = unique('sub');
      while (revision < total - 1) {
        const batch = Array.from({ length: 100 }, (_, n) => newEvent(type, { n: revision + 1 + n }));
        ({ revision } = await append(test.store, stream, revision === -1 ? 'no_stream' : revision, batch));
      }
      assert.deepEqual(numbers(await quick), upTo(total));
      release.resolve();
      assert.deepEqual(numbers(await slow), upTo(total));
    });

    it('ends normally when aborted before the start, while waiting or while consumed', async () => {
      const early = new AbortController();
      early.abort();
      for await (const message of test.store.subscribe({ after: 'end', signal: early.signal })) {
        assert.notEqual(message.kind, 'event');
      }
      const type = unique('Sub');
      const waiting = await follow(test.store, { after: 'end', types: [type] }, caughtUp);
      assert.deepEqual(eventsOf(waiting), []);
      const after = await test.store.head();
      await writeInOrder(test.store, type, 0, 5);
      const working = await follow(test.store, { after, types: [type] }, events(2));
      assert.deepEqual(numbers(working), [0, 1]);
    });

    it('ends when the consumer breaks out of the loop', async () => {
      const type = unique('Sub');
      const after = await test.store.head();
      await writeInOrder(test.store, type, 0, 3);
      const signal = new AbortController().signal;
      for await (const message of test.store.subscribe({ after, filter: { types: [type] }, signal })) {
        if (message.kind === 'event') break;
      }
      const messages = await follow(test.store, { after, types: [type] }, events(3));
      assert.deepEqual(numbers(messages), [0, 1, 2]);
    });

    it('resumes after a restart', { skip: !test.canRestart }, async () => {
      const type = unique('Sub');
      const after = await test.store.head();
      await writeInOrder(test.store, type, 0, 4);
      const first = eventsOf(await follow(test.store, { after, types: [type] }, events(2)));
      await test.restart();
      const rest = await follow(test.store, { after: first.at(-1)!.position, types: [type] }, events(2));
      assert.deepEqual(numbers(rest), [2, 3]);
    });
  });
}

function ofType(type: string) {
  return (message: SubscriptionMessage) => message.kind === 'event' && message.event.type === type;
}
