/** Several deployments on one server, each with its prefix. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import { type EventStore, type Position, type RecordedEvent, START } from '#contracts/ports/event-store.ts';
import { createEventStoreDbStore } from '#platform/eventstoredb/event-store.ts';
import { storeOnDouble } from '#test/support/servers/eventstoredb-double.ts';
import { METADATA } from '#test/support/verification-history.ts';

const STREAM = 'verification-ver_1';

function event(n: number) {
  return { id: randomUUID(), type: 'Counted.v1', data: { n }, metadata: METADATA };
}

async function everything(store: EventStore): Promise<RecordedEvent[]> {
  const events: RecordedEvent[] = [];
  for (let after: Position = START; ; ) {
    const page = await store.readAll({ after, limit: 2 });
    events.push(...page.events);
    if (page.at_end) return events;
    after = page.position;
  }
}

async function subscribed(store: EventStore): Promise<RecordedEvent[]> {
  const events: RecordedEvent[] = [];
  for await (const message of store.subscribe({ after: START, signal: new AbortController().signal })) {
    if (message.kind === 'event') events.push(message.event);
    if (message.kind === 'caught_up') break;
  }
  return events;
}

describe('an EventStoreDB server that deployments share', () => {
  it('shows each of them only its own events, under its own names', async (context) => {
    const { store: bare, double, errors } = await storeOnDouble(context);
    const open = (streamPrefix: string) => {
      const store = createEventStoreDbStore({ url: double.url, streamPrefix, onError: (error) => errors.push(error) });
      context.after(() => store.close());
      return store;
    };
    // One prefix begins with the other.
    const stores = { bare, a: open('a'), ab: open('ab') };
    for (const [n, store] of Object.values(stores).entries()) {
      assert.equal((await store.append(STREAM, 'no_stream', [event(n)])).outcome, 'appended');
      await store.append('source-set-1', 'no_stream', [event(10 + n)]);
      await store.append(STREAM, 0, [event(100 + n)]);
    }
    for (const [n, store] of Object.values(stores).entries()) {
      const expected = [
        [STREAM, 0, { n }],
        ['source-set-1', 0, { n: 10 + n }],
        [STREAM, 1, { n: 100 + n }],
      ];
      const seen = (events: RecordedEvent[]) => events.map(({ stream, revision, data }) => [stream, revision, data]);
      assert.deepEqual(seen(await everything(store)), expected);
      assert.deepEqual(seen(await subscribed(store)), expected);
      assert.deepEqual((await store.readStream(STREAM)).length, 2);
      assert.equal(await store.head(), (await everything(store)).at(-1)!.position, 'its own last event');
    }
    assert.deepEqual(errors, [], 'what others wrote is no surprise');
  });

  it('is not searched again for the last event below what others have written since', async (context) => {
    const { store: busy, double } = await storeOnDouble(context);
    const idle = createEventStoreDbStore({ url: double.url, streamPrefix: 'idle', onError() {} });
    context.after(() => idle.close());
    await idle.append(STREAM, 'no_stream', [event(0)]);
    const head = await idle.head();
    for (let n = 0; n < 30; n++) await busy.append(`s-${n}`, 'no_stream', [event(n)]);
    assert.equal(await idle.head(), head);
    const before = double.calls.read;
    assert.equal(await idle.head(), head);
    assert.equal(double.calls.read - before, 1);
  });

  it('is searched for the last event without reading events of other deployments', async (context) => {
    const { store: busy, double } = await storeOnDouble(context);
    const open = (streamPrefix: string) => {
      const store = createEventStoreDbStore({ url: double.url, streamPrefix, onError() {} });
      context.after(() => store.close());
      return store;
    };
    const before = open('idle');
    const appended = await before.append(STREAM, 'no_stream', [event(0)]);
    assert.ok(appended.outcome === 'appended');
    // From a deployment whose prefix begins the same way.
    await open('idle~').append(STREAM, 'no_stream', [event(1)]);
    for (let n = 0; n < 60; n++) {
      await busy.append(
        `s-${n}`,
        'no_stream',
        Array.from({ length: 50 }, (_, i) => event(i)),
      );
    }
    const [idle, empty] = [open('idle'), open('empty')];
    for (const [store, head] of [
      [idle, appended.position],
      [empty, START],
    ] as const) {
      const calls = double.calls.read;
      assert.equal(await store.head(), head);
      assert.ok(double.calls.read - calls <= 2, `${double.calls.read - calls} reads`);
    }
    await idle.append(STREAM, 0, [event(2)]);
    const [last] = await idle.readStream(STREAM, { direction: 'backwards', limit: 1 });
    assert.equal(await idle.head(), last!.position);
  });

  it('is not searched before the first event of a deployment, and sends it only its own', async (context) => {
    const { store: busy, double } = await storeOnDouble(context);
    const others = (stream: string) =>
      busy.append(
        stream,
        'no_stream',
        Array.from({ length: 500 }, (_, n) => event(n)),
      );
    await others('before');
    const first = { stream: 'deployment', isFirst: () => true };
    const store = createEventStoreDbStore({ url: double.url, streamPrefix: 'own', first, onError() {} });
    context.after(() => store.close());
    await store.append('deployment', 'no_stream', [event(0)]);
    await store.append(STREAM, 'no_stream', [event(1), event(2)]);
    for (const read of [everything, subscribed]) {
      const work = { ...double.work };
      assert.equal((await read(store)).length, 3);
      const [searched, sent] = [double.work.searched - work.searched, double.work.sent - work.sent];
      // Pages of two events and the end of the log are asked for besides.
      assert.ok(searched <= 15 && sent <= 15, `${searched} searched, ${sent} sent`);
    }
    await others('between');
    await store.append(STREAM, 1, [event(3)]);
    const sentBefore = double.work.sent;
    assert.equal((await everything(store)).length, 4);
    assert.ok(double.work.sent - sentBefore <= 20, `${double.work.sent - sentBefore} sent`);
  });
});
