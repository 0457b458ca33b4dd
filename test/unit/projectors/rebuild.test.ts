import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Position } from '#contracts/ports/event-store.ts';
import type { ReadStore } from '#contracts/ports/read-store.ts';
import { VERIFICATION } from '#domain/verification/decider.ts';
import { PROJECTIONS } from '#projectors/all.ts';
import { applyBatch, filterOf } from '#projectors/batch.ts';
import type { Projection } from '#projectors/projection.ts';
import { rebuildView } from '#projectors/rebuild.ts';
import { verificationsProjection } from '#projectors/verifications/projection.ts';
import { anyHistory } from '#test/support/arbitrary-history.ts';
import { compareGenerations } from '#test/support/compare-generations.ts';
import { createMemoryEventStore, type MemoryEventStore } from '#test/support/memory-event-store.ts';
import { createMemoryReadStore } from '#test/support/memory-read-store.ts';
import fc from '#test/support/property.ts';
import { createHistory, store, toStored } from '#test/support/verification-history.ts';

/** Applies the log as a live projector would, in small batches. */
async function projectLive(events: MemoryEventStore, views: ReadStore, projection: Projection): Promise<void> {
  const generation = await views.live(projection.view);
  let after = await views.checkpoint(generation);
  for (;;) {
    const page = await events.readAll({ after, limit: 3, filter: filterOf(projection) });
    await applyBatch(views, generation, projection, page.events, page.position);
    after = page.position;
    if (page.at_end) return;
  }
}

test('property: a rebuilt view equals the live one, after erasures too', async () => {
  const histories = fc.tuple(anyHistory('ver_1'), anyHistory('ver_2'), anyHistory('ver_3'));
  const turns = fc.array(fc.nat(2), { maxLength: 60 });
  const property = fc.asyncProperty(histories, turns, async (several, turns) => {
    const events = createMemoryEventStore();
    const unwritten = several.map((history) => ({ history, events: [...history.events], written: 0 }));
    // Interleaves the streams in this order, then appends the remaining events.
    const order = [...turns, ...unwritten.flatMap(({ events }, index) => events.map(() => index))];
    for (const turn of order) {
      const next = unwritten[turn]!;
      const event = next.events[next.written];
      if (event === undefined) continue;
      const expected = next.written === 0 ? 'no_stream' : next.written - 1;
      await events.append(VERIFICATION.stream(next.history.id), expected, [toStored(event)]);
      next.written++;
    }
    for (const projection of PROJECTIONS) {
      const views = createMemoryReadStore();
      await projectLive(events, views, projection);
      const live = await views.live(projection.view);
      const kept = { ...views, activate: async () => {} };
      const rebuilt = await rebuildView({ events, views: kept }, projection);
      assert.deepEqual(await compareGenerations(views, live, rebuilt.generation), []);
    }
  });
  await fc.assert(property, { numRuns: 60 });
});

test('events that arrive during the rebuild are in the rebuilt view', async () => {
  const events = createMemoryEventStore();
  const views = createMemoryReadStore();
  const projection = verificationsProjection as Projection;
  const history = createHistory({ id: 'ver_1' }).run();
  await store(events, history);
  await projectLive(events, views, projection);

  const arriving = {
    ...views,
    activate: async (generation: Parameters<ReadStore['activate']>[0]) => {
      // Between the last read of the log and the switch, the live projector writes to the old generation.
      history.review(0, 'accept');
      await store(events, history);
      await projectLive(events, views, projection);
      await views.activate(generation);
    },
  };
  const { generation } = await rebuildView({ events, views: arriving }, projection);
  const fresh = await views.createGeneration(projection.view);
  await applyBatch(views, fresh, projection, events.log, await events.head());
  assert.deepEqual(await compareGenerations(views, generation, fresh), []);
  assert.equal(await views.checkpoint(generation), await events.head());
});

test('the live view is never replaced by one that is behind it', async () => {
  const events = createMemoryEventStore();
  const views = createMemoryReadStore();
  const projection = verificationsProjection as Projection;
  const history = createHistory({ id: 'ver_1' }).run();
  await store(events, history);
  await projectLive(events, views, projection);
  let late = true;
  const lagging = {
    ...events,
    // The first read doesn't reach the end of the log.
    readAll: async (options: Parameters<MemoryEventStore['readAll']>[0]) => {
      const page = await events.readAll({ ...options, ...(late && { limit: 2 }) });
      const answer = late ? { ...page, at_end: true } : page;
      late = false;
      return answer;
    },
  };
  const activated: Position[] = [];
  const watched = {
    ...views,
    activate: async (generation: Parameters<ReadStore['activate']>[0]) => {
      activated.push(await views.checkpoint(generation));
      await views.activate(generation);
    },
  };
  await rebuildView({ events: lagging, views: watched }, projection);
  assert.deepEqual(activated, [await events.head()]);
});

test('an aborted rebuild drops its generation and keeps the live view', async () => {
  const events = createMemoryEventStore();
  const views = createMemoryReadStore();
  const projection = verificationsProjection as Projection;
  await store(events, createHistory().run());
  await projectLive(events, views, projection);
  const live = await views.live(projection.view);
  const dropped: number[] = [];
  const watched = {
    ...views,
    drop: async (generation: Parameters<ReadStore['drop']>[0]) => {
      dropped.push(generation.generation);
      await views.drop(generation);
    },
  };
  await assert.rejects(rebuildView({ events, views: watched }, projection, { signal: AbortSignal.abort() }));
  assert.deepEqual(await views.live(projection.view), live);
  assert.equal(dropped.length, 1);
});

test('the comparison finds documents that differ or are missing on either side', async () => {
  const views = createMemoryReadStore();
  const { view } = verificationsProjection;
  const first = await views.live(view);
  const second = await views.createGeneration(view);
  const write = (id: string, document: { n: number }) => ({ id, position: '1' as Position, document });
  await views.apply(first, [write('a', { n: 1 }), write('b', { n: 1 }), write('d', { n: 1 })], '1' as Position);
  await views.apply(second, [write('b', { n: 2 }), write('c', { n: 1 }), write('d', { n: 1 })], '1' as Position);
  const differences = await compareGenerations(views, first, second);
  assert.deepEqual(
    differences.map(({ id, first, second }) => [id, first !== null, second !== null]),
    [
      ['a', true, false],
      ['b', true, true],
      ['c', false, true],
    ],
  );
});
