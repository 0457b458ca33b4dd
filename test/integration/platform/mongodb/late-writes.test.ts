/** A projector that stood still for a while goes on with a write that another one has done, and undone, meanwhile. */
import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import type { JsonObject } from '#contracts/json.ts';
import { PART_BYTES } from '#platform/mongodb/view-documents.ts';
import { p, VIEW, write } from '#test/contract/read-store/stores.ts';
import { eventually } from '#test/support/eventually.ts';
import { MINUTE, twoOnDouble } from './stores-on-double.ts';

const DAY = 24 * 60 * MINUTE;
const large: JsonObject = { sealed: 'x'.repeat(PART_BYTES + 1) };

/** Writes a document; the command named `held` comes to the server after another projector has deleted the document. */
async function writeLate(context: TestContext, document: JsonObject, held: string) {
  const { server, one, other } = await twoOnDouble(context);
  const live = await one.views.live(VIEW);
  await other.views.live(VIEW);
  const writes = [write('a', 1, document), write('b', 1, document)];
  const { faults, calls } = server.double;
  const gate = Promise.withResolvers<void>();
  const before = calls.get(held) ?? 0;
  Object.assign(faults, { only: [held], heldUntil: gate.promise });
  const late = one.views.apply(live, writes, p(1));
  await eventually('the write', () => (calls.get(held) ?? 0) > before);
  Object.assign(faults, { only: null, heldUntil: null });
  await other.views.apply(live, writes, p(1));
  await other.views.apply(live, [write('b', 2, null)], p(2));
  gate.resolve();
  await late;
  return { server, views: other.views, live };
}

describe('a write that comes after the document was deleted', () => {
  test('does not bring it back', async (context) => {
    const { views, live } = await writeLate(context, { n: 1 }, 'update');
    assert.equal(await views.get(VIEW, 'b'), null);
    const left = await views.scan(live, { after: '', limit: 10 });
    assert.deepEqual(left, [{ id: 'a', position: p(1), document: { n: 1 } }]);
    assert.equal(await views.checkpoint(live), p(2));
  });

  test('does not bring it back in parts, and leaves none of them', async (context) => {
    const { server, views, live } = await writeLate(context, large, 'findAndModify');
    assert.equal(await views.get(VIEW, 'b'), null);
    assert.deepEqual(await views.get(VIEW, 'a'), { id: 'a', position: p(1), document: large });
    await views.apply(live, [write('a', 3, null)], p(3));
    const { name } = VIEW;
    assert.equal(await server.database.collection(`view_${name}_v${VIEW.version}_g1_parts`).countDocuments(), 0);
  });
});

describe('a deleted document', () => {
  test('is seen by no read, holds nothing of what it was, and goes for good a day later', async (context) => {
    const { server, one } = await twoOnDouble(context);
    const { views } = one;
    const live = await views.live(VIEW);
    await views.apply(live, [write('a', 1, { secret: 'text' }), write('b', 1, { n: 1 })], p(1));
    await views.apply(live, [write('a', 2, null), write('b', 2, null)], p(2));
    await views.apply(live, [write('b', 3, { n: 2 })], p(3));
    const there = [{ id: 'b', position: p(3), document: { n: 2 } }];
    assert.equal(await views.get(VIEW, 'a'), null);
    assert.deepEqual(await views.load(live, ['a', 'b']), there);
    assert.deepEqual(await views.scan(live, { after: '', limit: 10 }), there);
    assert.deepEqual(await views.find(VIEW, { where: {}, limit: 10 }), there);
    assert.deepEqual(await views.find(VIEW, { where: { secret: null }, limit: 10 }), there);

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
    await server.double.expire(mark.deleted_at.getTime() + DAY - MINUTE);
    assert.equal(await stored.countDocuments(), 2);
    await server.double.expire(mark.deleted_at.getTime() + DAY + MINUTE);
    assert.deepEqual(await stored.distinct('_id'), ['b']);
  });
});
