import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { START } from '#contracts/ports/event-store.ts';
import { p, type Stores, VIEW, write } from './stores.ts';

const dropped = { name: 'ReadStoreError', code: 'generation_dropped' };

export function generationsContract(stores: Stores): void {
  describe('generations', () => {
    test('concurrent calls of live create one generation', async () => {
      const store = await stores.open();
      const asked = await Promise.all(Array.from({ length: 10 }, () => store.live(VIEW)));
      assert.equal(new Set(asked.map(({ generation }) => generation)).size, 1);
      const { generation } = await store.live(VIEW);
      const restarted = await stores.reopen();
      assert.equal((await restarted.live(VIEW)).generation, generation);
    });

    test('readers do not see a new generation until it is activated', async () => {
      const store = await stores.open();
      const former = await store.live(VIEW);
      await store.apply(former, [write('a', 1, { build: 1 })], p(1));
      const next = await store.createGeneration(VIEW);
      assert.notEqual(next.generation, former.generation);
      assert.equal(await store.checkpoint(next), START);
      await store.apply(next, [write('a', 1, { build: 2 }), write('b', 2)], p(2));

      assert.deepEqual((await store.get(VIEW, 'a'))?.document, { build: 1 });
      assert.equal((await store.find(VIEW, { where: {}, limit: 10 })).length, 1);
      assert.equal((await store.live(VIEW)).generation, former.generation);
      assert.equal((await store.scan(next, { after: '', limit: 10 })).length, 2);

      await store.activate(next);
      assert.equal((await store.live(VIEW)).generation, next.generation);
      assert.deepEqual((await store.get(VIEW, 'a'))?.document, { build: 2 });
      assert.equal((await store.find(VIEW, { where: {}, limit: 10 })).length, 2);
      const restarted = await stores.reopen();
      assert.deepEqual((await restarted.get(VIEW, 'a'))?.document, { build: 2 });
    });

    test('the former live generation is gone after activation, also for writers', async () => {
      const store = await stores.open();
      const former = await store.live(VIEW);
      const next = await store.createGeneration(VIEW);
      await store.activate(next);
      await assert.rejects(store.apply(former, [write('a', 1)], p(1)), dropped);
      await assert.rejects(store.checkpoint(former), dropped);
      await assert.rejects(store.load(former, ['a']), dropped);
      await assert.rejects(store.scan(former, { after: '', limit: 1 }), dropped);
      await assert.rejects(store.activate(former), dropped);
      await store.drop(former);
      assert.equal((await store.live(VIEW)).generation, next.generation);
    });

    test('activating the live generation changes nothing', async () => {
      const store = await stores.open();
      const live = await store.live(VIEW);
      await store.apply(live, [write('a', 1)], p(1));
      await store.activate(live);
      assert.notEqual(await store.get(VIEW, 'a'), null);
    });

    test('dropping keeps the live generation, and the number is not reused', async () => {
      const store = await stores.open();
      const live = await store.live(VIEW);
      await store.apply(live, [write('a', 1)], p(1));
      const abandoned = await store.createGeneration(VIEW);
      await store.drop(abandoned);
      const next = await store.createGeneration(VIEW);
      assert.notEqual(next.generation, abandoned.generation);
      await assert.rejects(store.apply(abandoned, [], p(1)), dropped);
      assert.notEqual(await store.get(VIEW, 'a'), null);
    });

    test('a new generation replaces an unfinished one', async () => {
      const store = await stores.open();
      const live = await store.live(VIEW);
      const abandoned = await store.createGeneration(VIEW);
      const next = await store.createGeneration(VIEW);
      await assert.rejects(store.checkpoint(abandoned), dropped);
      assert.equal(await store.checkpoint(next), START);
      assert.equal(await store.checkpoint(live), START);
    });

    test('views, and versions of a view, are independent', async () => {
      const store = await stores.open();
      await store.apply(await store.live(VIEW), [write('a', 1)], p(1));
      const other = { ...VIEW, name: 'others' };
      assert.equal(await store.checkpoint(await store.live(other)), START);
      assert.equal(await store.get(other, 'a'), null);
      const next = { ...VIEW, version: 2 };
      assert.equal(await store.checkpoint(await store.live(next)), START);
      assert.equal(await store.get(next, 'a'), null);
    });

    test('scan visits every document once, in order of id', async () => {
      const store = await stores.open();
      const live = await store.live(VIEW);
      const ids = ['b', 'a', 'ab', 'Z', 'é', '\u{1F600}', '\uFFFD', 'a.1'];
      await store.apply(
        live,
        ids.map((id, index) => write(id, index + 1)),
        p(9),
      );
      const seen: string[] = [];
      for (let after = ''; ; ) {
        const page = await store.scan(live, { after, limit: 3 });
        seen.push(...page.map(({ id }) => id));
        if (page.length < 3) break;
        after = page.at(-1)!.id;
      }
      assert.deepEqual(seen, ['Z', 'a', 'a.1', 'ab', 'b', 'é', '\uFFFD', '\u{1F600}']);
    });
  });
}
