/** A paused projector continues with a write that another one has meanwhile done and undone. */
import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import type { JsonObject } from '#contracts/json.ts';
import { PART_BYTES } from '#platform/mongodb/views/view-documents.ts';
import { collectionName } from '#platform/mongodb/views/view-heads.ts';
import { p, VIEW, write } from '#test/contract/read-store/stores.ts';
import type { MongoDouble } from '#test/doubles/mongodb/server.ts';
import { eventually } from '#test/support/eventually.ts';
import { MINUTE, twoOnDouble } from './stores-on-double.ts';

const HOUR = 60 * MINUTE;
const large: JsonObject = { sealed: 'x'.repeat(PART_BYTES + 1) };

/** Writes documents; the command named `held` runs after another projector has deleted all documents but the first. */
async function writeLate(context: TestContext, document: JsonObject, held: string) {
  const { server, one, other } = await twoOnDouble(context);
  const live = await one.views.live(VIEW);
  await other.views.live(VIEW);
  const writes = ['a', 'b', 'c'].map((id) => write(id, 1, document));
  const finish = await holdUp(server.double, held, () => one.views.apply(live, writes, p(1)));
  await other.views.apply(live, writes.slice(0, 2), p(1));
  // A document created and deleted within one batch is only written as deleted.
  await other.views.apply(live, [write('b', 2, null), write('c', 2, null)], p(2));
  await finish();
  return { server, views: other.views, live };
}

/** Does what is asked up to the first command of that name. What is returned lets it go on, and resolves at its end. */
async function holdUp({ faults, calls }: MongoDouble, command: string, work: () => Promise<void>) {
  const gate = Promise.withResolvers<void>();
  const count = () => calls.get(command) ?? 0;
  const before = count();
  Object.assign(faults, { only: [command], heldUntil: gate.promise });
  const done = work();
  await eventually(`the command ${command}`, () => count() > before);
  Object.assign(faults, { only: null, heldUntil: null });
  return () => {
    gate.resolve();
    return done;
  };
}

describe('a write that comes after the document was deleted', () => {
  test('does not bring it back', async (context) => {
    const { views, live } = await writeLate(context, { n: 1 }, 'update');
    for (const id of ['b', 'c']) assert.equal(await views.get(VIEW, id), null);
    const left = await views.scan(live, { after: '', limit: 10 });
    assert.deepEqual(left, [{ id: 'a', position: p(1), document: { n: 1 } }]);
    assert.equal(await views.checkpoint(live), p(2));
  });

  test('does not bring it back in parts, and leaves none of them', async (context) => {
    const { server, views, live } = await writeLate(context, large, 'findAndModify');
    for (const id of ['b', 'c']) assert.equal(await views.get(VIEW, id), null);
    assert.deepEqual(await views.get(VIEW, 'a'), { id: 'a', position: p(1), document: large });
    await views.apply(live, [write('a', 3, null)], p(3));
    assert.equal(
      await server.database.collection(`${collectionName(VIEW, live.generation)}_parts`).countDocuments(),
      0,
    );
  });
});

describe('a deleted document', () => {
  test('is invisible and empty, and is removed an hour later', async (context) => {
    const { server, one } = await twoOnDouble(context);
    const { views } = one;
    const live = await views.live(VIEW);
    await views.apply(live, [write('a', 1, { secret: 'text' }), write('b', 1, { n: 1 })], p(1));
    await views.apply(live, [write('a', 2, null), write('b', 2, null)], p(2));
    await views.apply(live, [write('b', 3, { n: 2 })], p(3));
    const there = [{ id: 'b', position: p(3), document: { n: 2 } }];
    assert.equal(await views.get(VIEW, 'a'), null);
    assert.deepEqual(await views.load(live, ['a', 'b']), there);
    for (const limit of [1, 10]) {
      assert.deepEqual(await views.scan(live, { after: '', limit }), there);
      assert.deepEqual(await views.find(VIEW, { where: {}, limit }), there);
      assert.deepEqual(await views.find(VIEW, { where: { secret: null }, limit }), there);
    }

    const stored = server.database.collection<{ _id: string; deleted_at?: Date }>(
      collectionName(VIEW, live.generation),
    );
    const mark = await stored.findOne({ _id: 'a' });
    assert.ok(mark?.deleted_at instanceof Date);
    assert.deepEqual(mark, {
      _id: 'a',
      position: p(2),
      fields: {},
      json: null,
      parts: null,
      deleted_at: mark.deleted_at,
    });
    await server.double.expire(mark.deleted_at.getTime() + HOUR - MINUTE);
    assert.equal(await stored.countDocuments(), 2);
    await server.double.expire(mark.deleted_at.getTime() + HOUR + MINUTE);
    assert.deepEqual(await stored.distinct('_id'), ['b']);
  });

  test('costs a projector that repeats all deletions a read beside the two writes', async (context) => {
    const { server, one, other } = await twoOnDouble(context);
    const live = await one.views.live(VIEW);
    const ids = Array.from({ length: 50 }, (_, index) => `item-${index}`);
    await one.views.apply(
      live,
      ids.map((id) => write(id, 1)),
      p(1),
    );
    const deletions = ids.map((id) => write(id, 2, null));
    const finish = await holdUp(server.double, 'update', () => one.views.apply(live, deletions, p(2)));
    await other.views.apply(live, [...deletions, write('item-7', 3)], p(3));
    const before = new Map(server.double.calls);
    await finish();
    // The first is refused, which has been counted; the existing one is read; the checkpoint does not move.
    const sent = (name: string) => server.double.calls.get(name)! - before.get(name)!;
    assert.deepEqual([sent('update'), sent('find')], [1, 2]);
    assert.deepEqual(await one.views.scan(live, { after: '', limit: 100 }), [
      { id: 'item-7', position: p(3), document: { id: 'item-7', at: 3 } },
    ]);
  });
});
