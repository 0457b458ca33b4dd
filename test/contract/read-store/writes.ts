import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { JsonObject } from '#contracts/json.ts';
import { START } from '#contracts/ports/event-store.ts';
import fc from '#test/support/property.ts';
import { p, type Stores, VIEW, write } from './stores.ts';

export function writesContract(stores: Stores): void {
  describe('writes', () => {
    test('a new view is empty, with its checkpoint at the start of the log', async () => {
      const store = await stores.open();
      assert.equal(await store.get(VIEW, 'a'), null);
      assert.deepEqual(await store.find(VIEW, { where: {}, limit: 10 }), []);
      const live = await store.live(VIEW);
      assert.equal(await store.checkpoint(live), START);
      assert.equal(await store.get(VIEW, 'a'), null);
      assert.deepEqual(await store.scan(live, { after: '', limit: 10 }), []);
      assert.deepEqual(await store.load(live, ['a']), []);
    });

    test('documents and checkpoint are readable after the write and after a restart', async () => {
      let store = await stores.open();
      await store.apply(await store.live(VIEW), [write('a', 1), write('b', 2)], p(3));
      for (let start = 0; start < 2; start++) {
        const live = await store.live(VIEW);
        assert.equal(await store.checkpoint(live), p(3));
        assert.deepEqual(await store.get(VIEW, 'a'), { id: 'a', position: p(1), document: { id: 'a', at: 1 } });
        assert.equal(await store.get(VIEW, 'c'), null);
        const loaded = await store.load(live, ['c', 'b', 'a', 'b']);
        assert.deepEqual(loaded.map(({ id }) => id).sort(), ['a', 'b']);
        store = await stores.reopen();
      }
    });

    test('any JSON document is returned unchanged', async () => {
      const store = await stores.open();
      const live = await store.live(VIEW);
      let position = 0;
      await fc.assert(
        fc.asyncProperty(fc.jsonValue({ stringUnit: 'binary' }), fc.string({ minLength: 1 }), async (value, id) => {
          position++;
          const document = JSON.parse(JSON.stringify({ value })) as JsonObject;
          await store.apply(live, [write(id.toWellFormed(), position, document)], p(position));
          assert.deepEqual((await store.get(VIEW, id.toWellFormed()))?.document, document);
        }),
        { numRuns: 50 },
      );
    });

    test('a write that is not newer than the document is ignored', async () => {
      const store = await stores.open();
      const live = await store.live(VIEW);
      await store.apply(live, [write('a', 5)], p(0));
      await store.apply(live, [write('a', 4, { old: true }), write('a', 5, { same: true })], p(0));
      assert.deepEqual(await store.get(VIEW, 'a'), { id: 'a', position: p(5), document: { id: 'a', at: 5 } });
      await store.apply(live, [write('a', 4, null), write('a', 5, null)], p(0));
      assert.notEqual(await store.get(VIEW, 'a'), null);
      await store.apply(live, [write('a', 6)], p(0));
      assert.equal((await store.get(VIEW, 'a'))?.position, p(6));
    });

    test('writes are applied in order, deletions included', async () => {
      const store = await stores.open();
      const live = await store.live(VIEW);
      await store.apply(live, [write('a', 1), write('a', 2, null), write('b', 2, null), write('b', 3)], p(3));
      assert.equal(await store.get(VIEW, 'a'), null);
      assert.equal((await store.get(VIEW, 'b'))?.position, p(3));
      await store.apply(live, [write('a', 4)], p(4));
      assert.equal((await store.get(VIEW, 'a'))?.position, p(4));
    });

    test('repeating a batch changes nothing and restores no deleted document', async () => {
      const store = await stores.open();
      const live = await store.live(VIEW);
      const first = [write('a', 1), write('b', 2)];
      await store.apply(live, first, p(2));
      await store.apply(live, [write('b', 3, null)], p(3));
      const before = await store.scan(live, { after: '', limit: 10 });
      await store.apply(live, first, p(2));
      assert.deepEqual(await store.scan(live, { after: '', limit: 10 }), before);
      assert.equal(await store.checkpoint(live), p(3));
    });

    test('the checkpoint never moves back, and also moves without writes', async () => {
      const store = await stores.open();
      const live = await store.live(VIEW);
      await store.apply(live, [], p(7));
      await store.apply(live, [], p(5));
      assert.equal(await store.checkpoint(live), p(7));
    });

    test('later changes to a written or read object are not stored', async () => {
      const store = await stores.open();
      const document: JsonObject = { list: [1] };
      await store.apply(await store.live(VIEW), [write('a', 1, document)], p(1));
      (document.list as number[]).push(2);
      const read = await store.get(VIEW, 'a');
      (read!.document.list as number[]).push(3);
      assert.deepEqual((await store.get(VIEW, 'a'))?.document, { list: [1] });
    });
  });
}
