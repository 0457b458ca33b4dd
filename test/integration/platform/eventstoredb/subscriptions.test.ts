import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { SubscriptionMessage } from '#contracts/ports/event-store.ts';
import { append, events, eventsOf, follow, newEvents, unique } from '#test/support/events.ts';
import { eventually } from '#test/support/eventually.ts';
import { storeOnDouble } from '#test/support/servers/eventstoredb-double.ts';

describe('subscriptions to an EventStoreDB that fails', { timeout: 60_000 }, () => {
  const upTo = (count: number) => Array.from({ length: count }, (_, n) => n);
  const numbers = (messages: readonly SubscriptionMessage[]) => eventsOf(messages).map((event) => event.data.n);

  async function write(store: Parameters<typeof append>[0], type: string, from: number, to: number) {
    const numbered = newEvents(to - from, type).map((event, n) => ({ ...event, data: { n: from + n } }));
    return append(store, unique('sub'), 'no_stream', numbered);
  }

  /** Ways in which a server ends subscriptions; null means without an error. */
  const ends = { 'in order': null, 'as slow (10)': 10, 'with code 13': 13, 'with code 14': 14, 'with code 2': 2 };
  for (const [how, code] of Object.entries(ends)) {
    it(`continues after the last event whenever it ends, ${how}`, async (context) => {
      const { store, double, errors } = await storeOnDouble(context);
      const type = unique('Sub');
      await write(store, type, 0, 10);
      let next = 10;
      let writing: Promise<unknown> = Promise.resolve();
      const messages = await follow(store, { types: [type] }, (seen) => {
        if (numbers(seen).length === next && next < 50 && seen.at(-1)?.kind === 'event') {
          double.dropSubscriptions(code);
          writing = write(store, type, next, next + 10);
          next += 10;
        }
        return events(50)(seen);
      });
      await writing;
      assert.deepEqual(numbers(messages), upTo(50));
      const reported = code === null || code === 10 ? 0 : 4;
      assert.equal(errors.length, reported);
    });
  }

  it('reconnects after a restart and delivers events written since', async (context) => {
    const under = await storeOnDouble(context);
    const type = unique('Sub');
    await write(under.store, type, 0, 3);
    let restarted: Promise<unknown> | null = null;
    const messages = await follow(under.store, { types: [type] }, (seen) => {
      if (restarted === null && seen.at(-1)?.kind === 'caught_up') {
        restarted = under.restart().then(() => write(under.store, type, 3, 6));
      }
      return events(6)(seen);
    });
    await restarted;
    assert.deepEqual(numbers(messages), upTo(6));
  });

  it('replaces a subscription that died silently', async (context) => {
    const { store, double } = await storeOnDouble(context, { silenceMs: 100 });
    const type = unique('Sub');
    await write(store, type, 0, 1);
    let writing: Promise<unknown> | null = null;
    const messages = await follow(store, { types: [type] }, (seen) => {
      if (writing === null && seen.at(-1)?.kind === 'caught_up') {
        double.muteSubscriptions();
        writing = write(store, type, 1, 3);
      }
      return events(3)(seen);
    });
    await writing;
    assert.deepEqual(numbers(messages), upTo(3));
  });

  for (const slowConsumers of ['drop', 'fall_back'] as const) {
    it(`delivers everything to a slow consumer, on a server that would ${slowConsumers}`, async (context) => {
      const { store, double, errors } = await storeOnDouble(context);
      double.faults.slowConsumers = slowConsumers;
      const type = unique('Sub');
      const total = 6_000;
      const release = Promise.withResolvers<void>();
      const controller = new AbortController();
      const live = Promise.withResolvers<void>();
      const slow = (async () => {
        const seen: SubscriptionMessage[] = [];
        const options = { after: await store.head(), filter: { types: [type] }, signal: controller.signal };
        for await (const message of store.subscribe(options)) {
          if (message.kind === 'caught_up') live.resolve();
          seen.push(message);
          if (message.kind === 'event' && message.event.data.n === 0) await release.promise;
          if (message.kind === 'event' && message.event.data.n === total - 1) controller.abort();
        }
        return seen;
      })();
      await live.promise;
      for (let n = 0; n < total; n += 100) await write(store, type, n, n + 100);
      assert.ok(double.faults.slowConsumersMet > 0, 'the consumer was slow enough');
      release.resolve();
      assert.deepEqual(numbers(await slow), upTo(total));
      assert.deepEqual(errors, [], 'to be slow is no error');
    });
  }

  it('reports how far it got on a server that sends no checkpoints', async (context) => {
    const { store, double } = await storeOnDouble(context);
    double.faults.checkpoints = false;
    let last = (await write(store, unique('Ignored'), 0, 7)).position;
    let more: Promise<unknown> | null = null;
    const messages = await follow(store, { types: [unique('Absent')] }, (seen) => {
      const reached = seen.at(-1)?.kind !== 'event' && (seen.at(-1) as { position: string }).position === last;
      if (!reached) return false;
      if (more !== null) return true;
      more = write(store, unique('Ignored'), 0, 1).then(({ position }) => {
        last = position;
      });
      return false;
    });
    await more;
    assert.deepEqual(eventsOf(messages), []);
  });

  it('reports caught up once, however often it reconnects', async (context) => {
    const { store, double } = await storeOnDouble(context);
    const type = unique('Sub');
    await write(store, type, 0, 1);
    async function dropThrice(): Promise<void> {
      for (let drops = 0; drops < 3; drops++) {
        await eventually('the subscription to be back', () => double.subscriptions() > 0);
        double.dropSubscriptions(14);
      }
      await write(store, type, 1, 2);
    }
    let dropping: Promise<void> | null = null;
    const messages = await follow(store, { types: [type] }, (seen) => {
      if (seen.at(-1)?.kind === 'caught_up') dropping ??= dropThrice();
      return events(2)(seen);
    });
    await dropping;
    assert.equal(messages.filter((message) => message.kind === 'caught_up').length, 1);
  });

  it('leaves nothing open on the server', async (context) => {
    const { store, double } = await storeOnDouble(context);
    const type = unique('Sub');
    await write(store, type, 0, 500);
    for (let n = 0; n < 120; n++) {
      // More often than a connection may have open calls.
      await follow(store, { types: [type] }, events(1));
      await store.readAll({ after: '' as never, limit: 1 });
    }
    await eventually('all subscriptions to be gone', () => double.subscriptions() === 0);
    assert.equal((await store.readAll({ after: '' as never, limit: 1 })).events.length, 1);
  });

  it('ends when aborted before the end of the log, its start, is known', async (context) => {
    const under = await storeOnDouble(context);
    await under.double.stop();
    const controller = new AbortController();
    const subscription = under.store.subscribe({ after: 'end', signal: controller.signal });
    const first = subscription[Symbol.asyncIterator]().next();
    controller.abort();
    assert.deepEqual(await first, { value: undefined, done: true });
  });

  it('ends when the store is closed', async (context) => {
    const { store } = await storeOnDouble(context);
    const signal = new AbortController().signal;
    const kinds: string[] = [];
    for await (const { kind } of store.subscribe({ after: '' as never, signal })) {
      kinds.push(kind);
      if (kind === 'caught_up') void store.close();
    }
    assert.equal(kinds.at(-1), 'caught_up');
  });
});
