/** A projector that stood still for a while goes on with a write that another one has done, and undone, meanwhile. */
import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import type { JsonObject } from '#contracts/json.ts';
import type { DocumentWrite } from '#contracts/ports/read-store.ts';
import { PART_BYTES } from '#platform/mongodb/view-documents.ts';
import { p, VIEW, write } from '#test/contract/read-store/stores.ts';
import { eventually } from '#test/support/eventually.ts';
import { MINUTE, twoOnDouble } from './stores-on-double.ts';

const HOUR = 60 * MINUTE;
const large: JsonObject = { sealed: 'x'.repeat(PART_BYTES + 1) };

/** Writes documents; the command named `held` is done after another projector has deleted all of them but the first. */
async function writeLate(context: TestContext, document: JsonObject, held: string) {
  const { server, one, other } = await twoOnDouble(context);
  const live = await one.views.live(VIEW);
  await other.views.live(VIEW);
  const [a, b, c] = ['a', 'b', 'c'].map((id) => write(id, 1, document)) as [
    DocumentWrite,
    DocumentWrite,
    DocumentWrite,
  ];
  const { faults, calls } = server.double;
  const gate = Promise.withResolvers<void>();
  const before = calls.get(held) ?? 0;
  Object.assign(faults, { only: [held], heldUntil: gate.promise });
  const late = one.views.apply(live, [a, b, c], p(1));
  await eventually('the write', () => (calls.get(held) ?? 0) > before);
  Object.assign(faults, { only: null, heldUntil: null });
  await other.views.apply(live, [a, b], p(1));
  // What comes and goes within one batch is never written but as deleted.
  await other.views.apply(live, [write('b', 2, null), write('c', 2, null)], p(2));
  gate.resolve();
  await late;
  return { server, views: other.views, live };
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
    const { name } = VIEW;
    assert.equal(await server.database.collection(`view_${name}_v${VIEW.version}_g1_parts`).countDocuments(), 0);
  });
});

describe('a deleted document', () => {
  test('is seen by no read, holds nothing of what it was, and goes for good an hour later', async (context) => {
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
      `view_${VIEW.name}_v${VIEW.version}_g1`,
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

  test('costs a projector that repeats all deletions three commands', async (context) => {
    const { server, one, other } = await twoOnDouble(context);
    const live = await one.views.live(VIEW);
    const ids = Array.from({ length: 50 }, (_, index) => `item-${index}`);
    await one.views.apply(
      live,
      ids.map((id) => write(id, 1)),
      p(1),
    );
    const gate = Promise.withResolvers<void>();
    const { faults, calls } = server.double;
    const updates = () => calls.get('update') ?? 0;
    const deletions = ids.map((id) => write(id, 2, null));
    const before = updates();
    Object.assign(faults, { only: ['update'], heldUntil: gate.promise });
    const late = one.views.apply(live, deletions, p(2));
    await eventually('the write', () => updates() > before);
    Object.assign(faults, { only: null, heldUntil: null });
    await other.views.apply(live, [...deletions, write('item-7', 3)], p(3));
    const [finds, sent] = [calls.get('find') ?? 0, updates()];
    gate.resolve();
    await late;
    // Refused at the first; then nothing is left of them, and the checkpoint is where it was.
    assert.equal(updates() - sent, 1);
    assert.ok((calls.get('find') ?? 0) - finds <= 2);
    assert.deepEqual(await one.views.scan(live, { after: '', limit: 100 }), [
      { id: 'item-7', position: p(3), document: { id: 'item-7', at: 3 } },
    ]);
  });
});
