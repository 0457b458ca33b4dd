import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { EventStore, Position } from '#contracts/ports/event-store.ts';
import type { ReadStore } from '#contracts/ports/read-store.ts';
import type { BatchWindowSettings } from '#projectors/batch-window.ts';
import { catchUpOfCheckpoints, catchUpOfProjectors } from '#projectors/catch-up.ts';
import type { Projection } from '#projectors/projection.ts';
import { rebuildView } from '#projectors/rebuild.ts';
import { REVIEWS } from '#projectors/reviews/document.ts';
import { reviewsProjection } from '#projectors/reviews/projection.ts';
import { runProjector } from '#projectors/run-projector.ts';
import { VERIFICATIONS, type VerificationDocument } from '#projectors/verifications/document.ts';
import { verificationsProjection } from '#projectors/verifications/projection.ts';
import { newEvent } from '#test/support/events.ts';
import { eventually } from '#test/support/eventually.ts';
import { createMemoryEventStore } from '#test/support/memory-event-store.ts';
import { createMemoryReadStore } from '#test/support/memory-read-store.ts';
import { createHistory, store } from '#test/support/verification-history.ts';

const verifications = verificationsProjection as Projection;
const reviews = reviewsProjection as Projection;
/** Long enough for any machine; a passing test never waits this long. */
const PATIENCE_MS = 60_000;

const FOR_EVER: BatchWindowSettings = { ms: 2 ** 31 - 1, last: ['VerificationCompleted'], after_last_ms: 2 ** 31 - 1 };

function start(
  projection: Projection,
  stores: { events: EventStore; views: ReadStore },
  promptness: { checkpointEveryMs?: number; batchWindow?: BatchWindowSettings } = {},
) {
  const failures: string[] = [];
  const projector = runProjector(projection, {
    ...stores,
    onFailure: ({ error }) => failures.push((error as Error).message),
    onUnreadable: (_view, { type }) => failures.push(`unreadable ${type}`),
    backoff: { base_ms: 1, max_ms: 2 },
    ...promptness,
  });
  return { projector, failures };
}

test('shows events appended before and after it started', async () => {
  const stores = { events: createMemoryEventStore(), views: createMemoryReadStore() };
  const history = createHistory();
  history.request();
  await store(stores.events, history);
  const { projector } = start(verifications, stores);
  assert.ok(await projector.caughtUpTo(await stores.events.head(), PATIENCE_MS));
  history.run();
  await store(stores.events, history);
  assert.ok(await projector.caughtUpTo(await stores.events.head(), PATIENCE_MS));
  assert.equal(projector.position(), await stores.events.head());
  const shown = (await stores.views.get(VERIFICATIONS, history.id))?.document as unknown as VerificationDocument;
  assert.equal(shown.head.status, 'completed');
  await projector.stop();
});

test('caughtUpTo waits no longer than its timeout', async () => {
  const stores = { events: createMemoryEventStore(), views: createMemoryReadStore() };
  const { projector } = start(verifications, stores);
  assert.equal(await projector.caughtUpTo('zzz' as Position, 1), false);
  assert.equal(await catchUpOfProjectors([projector])('zzz' as Position, 1), false);
  assert.equal(await catchUpOfCheckpoints(stores.views, [VERIFICATIONS])('zzz' as Position, 1), false);
  await projector.stop();
});

test('waiting for checkpoints ends when its signal aborts', async () => {
  const stores = { events: createMemoryEventStore(), views: createMemoryReadStore() };
  const stopping = new AbortController();
  const shown = catchUpOfCheckpoints(stores.views, [VERIFICATIONS])('zzz' as Position, 600_000, stopping.signal);
  stopping.abort();
  assert.equal(await shown, false);
});

test('ignored events advance the checkpoint, so it resumes after them', async () => {
  const stores = { events: createMemoryEventStore(), views: createMemoryReadStore() };
  const history = createHistory();
  history.request();
  history.extract();
  history.retrieve();
  await store(stores.events, history);
  // The reviews view ignores the last event.
  const { projector } = start(reviews, stores);
  const waits = [catchUpOfProjectors([projector]), catchUpOfCheckpoints(stores.views, [REVIEWS])];
  for (const catchUp of waits) assert.ok(await catchUp(await stores.events.head(), PATIENCE_MS));
  const checkpoint = await stores.views.checkpoint(await stores.views.live(REVIEWS));
  assert.equal(checkpoint, await stores.events.head());
  await projector.stop();
});

test('a delayed checkpoint counts as shown; events that change the view are written', async () => {
  const stores = { events: createMemoryEventStore(), views: createMemoryReadStore() };
  const checkpoint = async () => stores.views.checkpoint(await stores.views.live(REVIEWS));
  const history = createHistory();
  history.request();
  history.run();
  await store(stores.events, history);
  const { projector } = start(reviews, stores, { checkpointEveryMs: Number.POSITIVE_INFINITY });
  assert.ok(await projector.caughtUpTo(await stores.events.head(), PATIENCE_MS));
  const before = await checkpoint();

  await stores.events.append('other', 'no_stream', [newEvent('Ignored.v1', {})]);
  const head = await stores.events.head();
  assert.ok(await projector.caughtUpTo(head, PATIENCE_MS));
  assert.equal(await checkpoint(), before);

  history.review(0, 'accept');
  await store(stores.events, history);
  assert.ok(await projector.caughtUpTo(await stores.events.head(), PATIENCE_MS));
  assert.equal(await checkpoint(), await stores.events.head());
  await projector.stop();
});

test('events of a batch window are written in one batch as soon as a caller waits', async () => {
  const memory = createMemoryReadStore();
  const applied: number[] = [];
  const views: ReadStore = {
    ...memory,
    apply: async (generation, writes, checkpoint) => {
      applied.push(writes.length);
      await memory.apply(generation, writes, checkpoint);
    },
  };
  const events = createMemoryEventStore();
  const { projector } = start(verifications, { events, views }, { batchWindow: FOR_EVER });
  const history = createHistory();
  for (const step of [history.request, history.extract, history.retrieve]) {
    step.call(history);
    await store(events, history);
    for (let turn = 0; turn < 10; turn++) await nextTurn();
  }
  assert.deepEqual(applied, []);
  assert.ok(await projector.caughtUpTo(await events.head(), PATIENCE_MS));
  assert.equal(applied.length, 1);
  // The caller waits already when the next event arrives.
  const waiting = projector.caughtUpTo(`${await events.head()} ` as Position, PATIENCE_MS);
  history.judge();
  await store(events, history);
  assert.ok(await waiting);
  assert.equal(applied.length, 2);
  await projector.stop();
});

test('events of a batch window are written when a last event arrives', async () => {
  for (const whole of [false, true]) {
    const stores = { events: createMemoryEventStore(), views: createMemoryReadStore() };
    const { projector } = start(verifications, stores, { batchWindow: { ...FOR_EVER, after_last_ms: 0 } });
    const history = createHistory();
    history.request();
    if (!whole) {
      await store(stores.events, history);
      for (let turn = 0; turn < 10; turn++) await nextTurn();
    }
    history.run();
    await store(stores.events, history);
    const head = await stores.events.head();
    await eventually('it is written', () => projector.position() === head);
    await projector.stop();
  }
});

test('events of a batch window are written on stop', async () => {
  const stores = { events: createMemoryEventStore(), views: createMemoryReadStore() };
  const { projector } = start(verifications, stores, { batchWindow: FOR_EVER });
  const history = createHistory();
  history.request();
  await store(stores.events, history);
  for (let turn = 0; turn < 10; turn++) await nextTurn();
  await projector.stop();
  assert.ok(await stores.views.get(VERIFICATIONS, history.id));
});

test('after a failure it resumes from its checkpoint', async () => {
  const events = createMemoryEventStore();
  const memory = createMemoryReadStore();
  let failing = 2;
  const views: ReadStore = {
    ...memory,
    apply: async (...args) => {
      if (failing-- > 0) throw new Error('the disk is busy');
      await memory.apply(...args);
    },
  };
  const history = createHistory().run();
  await store(events, history);
  const { projector, failures } = start(verifications, { events, views });
  assert.ok(await projector.caughtUpTo(await events.head(), PATIENCE_MS));
  assert.deepEqual(failures, ['the disk is busy', 'the disk is busy']);
  assert.ok(await memory.get(VERIFICATIONS, history.id));
  await projector.stop();
});

test('switches to a rebuilt generation and shows later events there', async () => {
  const stores = { events: createMemoryEventStore(), views: createMemoryReadStore() };
  const first = createHistory({ id: 'ver_1' }).run();
  await store(stores.events, first);
  const { projector, failures } = start(verifications, stores);
  assert.ok(await projector.caughtUpTo(await stores.events.head(), PATIENCE_MS));
  const { generation } = await rebuildView(stores, verifications);
  assert.deepEqual(await stores.views.live(VERIFICATIONS), generation);

  await store(stores.events, createHistory({ id: 'ver_2' }).run());
  assert.ok(await projector.caughtUpTo(await stores.events.head(), PATIENCE_MS));
  for (const id of ['ver_1', 'ver_2']) assert.ok(await stores.views.get(VERIFICATIONS, id), id);
  await projector.stop();
  assert.deepEqual(failures, []);
});

test('an undecodable event is reported and blocks nothing else', async () => {
  const stores = { events: createMemoryEventStore(), views: createMemoryReadStore() };
  const damaged = newEvent('VerificationRequested.v2', { verification_id: 7 });
  await stores.events.append('verification-ver_damaged', 'no_stream', [damaged]);
  const history = createHistory();
  history.request();
  history.run();
  await store(stores.events, history);
  const { projector, failures } = start(verifications, stores);
  assert.ok(await projector.caughtUpTo(await stores.events.head(), PATIENCE_MS));
  assert.deepEqual(failures, ['unreadable VerificationRequested.v2']);
  const shown = (await stores.views.get(VERIFICATIONS, history.id))?.document as unknown as VerificationDocument;
  assert.equal(shown.head.status, 'completed');
  await projector.stop();
  const { read } = await rebuildView(stores, verifications);
  assert.ok(read > 1, 'a rebuild skips it as well');
});
