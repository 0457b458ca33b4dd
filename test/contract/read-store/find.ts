import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { JsonObject } from '#contracts/json.ts';
import type { FindOptions, ReadStore, SortKey } from '#contracts/ports/read-store.ts';
import { p, type Stores, VIEW, write } from './stores.ts';

async function fill(store: ReadStore, documents: Record<string, JsonObject>): Promise<void> {
  const writes = Object.entries(documents).map(([id, document], index) => write(id, index + 1, document));
  await store.apply(await store.live(VIEW), writes, p(writes.length));
}

async function idsOf(store: ReadStore, options: Partial<FindOptions>): Promise<string[]> {
  return (await store.find(VIEW, { where: {}, limit: 100, ...options })).map(({ id }) => id);
}

export function findContract(stores: Stores): void {
  describe('find', () => {
    test('returns whole documents with id and position', async () => {
      const store = await stores.open();
      await fill(store, { a: { organization_id: 'org_1', deep: { list: [1, 'two'] } } });
      assert.deepEqual(await store.find(VIEW, { where: { organization_id: 'org_1' }, limit: 10 }), [
        { id: 'a', position: p(1), document: { organization_id: 'org_1', deep: { list: [1, 'two'] } } },
      ]);
    });

    test('every condition must hold', async () => {
      const store = await stores.open();
      await fill(store, {
        a: { organization_id: 'org_1', listed: true },
        b: { organization_id: 'org_1', listed: false },
        c: { organization_id: 'org_2', listed: true },
        d: { listed: true },
      });
      assert.deepEqual(await idsOf(store, { where: { organization_id: 'org_1', listed: true } }), ['a']);
      assert.deepEqual(await idsOf(store, { where: { listed: true } }), ['a', 'c', 'd']);
      assert.deepEqual(await idsOf(store, { where: { organization_id: 'org_3' } }), []);
      assert.deepEqual(await idsOf(store, {}), ['a', 'b', 'c', 'd']);
    });

    test('equality includes the type; null also matches a missing field', async () => {
      const store = await stores.open();
      await fill(store, {
        boolean: { x: true },
        number: { x: 1 },
        text: { x: '1' },
        zero: { x: 0 },
        no: { x: false },
        null: { x: null },
        missing: {},
        array: { x: [1] },
        object: { x: {} },
        braces: { x: '{}' },
        fraction: { x: 1.5 },
      });
      const matches = async (x: string | number | boolean | null) => (await idsOf(store, { where: { x } })).sort();
      assert.deepEqual(await matches(true), ['boolean']);
      assert.deepEqual(await matches(1), ['number']);
      assert.deepEqual(await matches('1'), ['text']);
      assert.deepEqual(await matches(0), ['zero']);
      assert.deepEqual(await matches(false), ['no']);
      assert.deepEqual(await matches(null), ['missing', 'null']);
      assert.deepEqual(await matches('{}'), ['braces']);
      assert.deepEqual(await matches(1.5), ['fraction']);
    });

    test('text comparison is exact: case, accents, blanks, quotes and wildcards count', async () => {
      const store = await stores.open();
      const texts = ['a', 'A', 'á', 'a ', '', "'", '"', '%', '\\', '\n', '\u{1F600}', '$.x'];
      await fill(store, Object.fromEntries(texts.map((x, index) => [`id${index}`, { x }])));
      for (const [index, x] of texts.entries()) assert.deepEqual(await idsOf(store, { where: { x } }), [`id${index}`]);
    });

    test('sorts text by bytes and numbers by value, both ways, then by id', async () => {
      const store = await stores.open();
      const at = ['2026-02-01', '2026-01-01', '2026-02-01', 'Z', 'a', 'é', '\u{1F600}', '\uFFFD'];
      await fill(
        store,
        Object.fromEntries(at.map((created_at, i) => [`id${i}`, { organization_id: 'o', created_at }])),
      );
      const sorted = ['id1', 'id0', 'id2', 'id3', 'id4', 'id5', 'id7', 'id6'];
      const options = (direction: 'ascending' | 'descending') => ({
        where: { organization_id: 'o' },
        sort: { field: 'created_at', direction },
      });
      assert.deepEqual(await idsOf(store, options('ascending')), sorted);
      assert.deepEqual(await idsOf(store, options('descending')), sorted.toReversed());
      assert.deepEqual(await idsOf(store, { ...options('descending'), limit: 3 }), ['id6', 'id7', 'id5']);

      const ranks = [10, 9, -1, 2.5, 10];
      await fill(store, {});
      const live = await store.live(VIEW);
      await store.apply(
        live,
        ranks.map((rank, i) => write(`r${i}`, 100 + i, { organization_id: 'r', rank })),
        p(200),
      );
      const byRank = { where: { organization_id: 'r' }, sort: { field: 'rank', direction: 'ascending' as const } };
      assert.deepEqual(await idsOf(store, byRank), ['r2', 'r3', 'r1', 'r0', 'r4']);
    });

    test('missing values sort before numbers, numbers before text', async () => {
      const store = await stores.open();
      await fill(store, { text: { rank: 'a' }, number: { rank: 5 }, missing: {}, null: { rank: null } });
      const sort = { field: 'rank', direction: 'ascending' as const };
      assert.deepEqual(await idsOf(store, { sort }), ['missing', 'null', 'number', 'text']);
    });

    test('pages continue after a place, both ways, and skip values of another type', async () => {
      const store = await stores.open();
      const ranks = [3, -1, 2.5, 10, 9, 2.5];
      const numbered = ranks.map((rank, i): [string, JsonObject] => [`r${i}`, { organization_id: 'o', rank }]);
      const others = { text: 'a', digits: '7', nothing: null, yes: true, list: [4], object: {} };
      const rest = Object.entries(others).map(([id, rank]): [string, JsonObject] => [
        id,
        { organization_id: 'o', rank },
      ]);
      const elsewhere: [string, JsonObject] = ['elsewhere', { organization_id: 'other', rank: 5 }];
      await fill(store, Object.fromEntries([...numbered, ...rest, elsewhere, ['missing', { organization_id: 'o' }]]));
      const page = (direction: 'ascending' | 'descending', value: number | string, limit = 100, id = '') =>
        idsOf(store, {
          where: { organization_id: 'o' },
          sort: { field: 'rank', direction, after: { value, id: id || (direction === 'ascending' ? '~' : '') } },
          limit,
        });
      assert.deepEqual(await page('ascending', -2), ['r1', 'r2', 'r5', 'r0', 'r4', 'r3']);
      assert.deepEqual(await page('ascending', 2.5), ['r0', 'r4', 'r3']);
      assert.deepEqual(await page('ascending', -1, 2), ['r2', 'r5']);
      assert.deepEqual(await page('ascending', 10), []);
      assert.deepEqual(await page('descending', 9), ['r0', 'r5', 'r2', 'r1']);
      const after = { value: 9, id: 'r4' };
      const equal = { where: { rank: 9 }, sort: { field: 'rank', direction: 'ascending' as const, after } };
      assert.deepEqual(await idsOf(store, equal), []);
      // Of equal values, those with a greater id, or a smaller one, are beyond.
      assert.deepEqual(await page('ascending', 2.5, 100, 'r2'), ['r5', 'r0', 'r4', 'r3']);
      assert.deepEqual(await page('descending', 2.5, 100, 'r5'), ['r2', 'r1']);
      assert.deepEqual(await page('ascending', 'A'), ['text']);
    });

    test('pages of any size put together are the whole list, each document once', async () => {
      const store = await stores.open();
      const long = 'x'.repeat(600);
      const times = ['2026-01-02', '2026-01-01', '2026-01-02', '2026-01-03', '2026-01-02', 'é', long, `${long}y`];
      const documents = times.map((created_at, i): [string, JsonObject] => [
        `id${i}`,
        { organization_id: 'o', created_at },
      ]);
      await fill(store, Object.fromEntries([...documents, ['z', { organization_id: 'p', created_at: '2026-01-02' }]]));
      for (const direction of ['ascending', 'descending'] as const) {
        const sort = { field: 'created_at', direction };
        const whole = await idsOf(store, { where: { organization_id: 'o' }, sort });
        assert.equal(whole.length, times.length);
        for (let limit = 1; limit <= times.length; limit++) {
          const paged: string[] = [];
          for (let after: SortKey | undefined; ; ) {
            const options = { where: { organization_id: 'o' }, sort: { ...sort, ...(after && { after }) }, limit };
            const page = await store.find(VIEW, options);
            paged.push(...page.map(({ id }) => id));
            const last = page.at(-1);
            if (last === undefined) break;
            after = { value: String(last.document.created_at), id: last.id };
          }
          assert.deepEqual(paged, whole);
        }
      }
    });

    test('continues after any place among 200 documents, also among equal values', async () => {
      const store = await stores.open();
      const live = await store.live(VIEW);
      const idOf = (n: number) => `id${String(n).padStart(6, '0')}`;
      // Two values: half a list of equal ones, and half another.
      const timeOf = (n: number) => (n < 100 ? '2026-01-01' : '2026-01-02');
      for (let from = 0; from < 200; from += 50) {
        const writes = Array.from({ length: 50 }, (_, i) =>
          write(idOf(from + i), from + i + 1, { organization_id: 'o', created_at: timeOf(from + i) }),
        );
        await store.apply(live, writes, p(from + 50));
      }
      const after = (n: number) => ({ value: timeOf(n), id: idOf(n) });
      const page = (direction: 'ascending' | 'descending', n: number) =>
        idsOf(store, {
          where: { organization_id: 'o' },
          sort: { field: 'created_at', direction, after: after(n) },
          limit: 3,
        });
      for (const n of [0, 40, 98, 196]) {
        assert.deepEqual(await page('ascending', n), [n + 1, n + 2, n + 3].map(idOf));
        assert.deepEqual(await page('descending', n + 3), [n + 2, n + 1, n].map(idOf));
      }
      assert.deepEqual(await page('ascending', 199), []);
      assert.deepEqual(await page('descending', 0), []);
    });

    test('a changed document is found by its new values only, a deleted one by none', async () => {
      const store = await stores.open();
      const live = await store.live(VIEW);
      await fill(store, { a: { organization_id: 'org_1' }, b: { organization_id: 'org_1' } });
      await store.apply(live, [write('a', 10, { organization_id: 'org_2' }), write('b', 11, null)], p(11));
      assert.deepEqual(await idsOf(store, { where: { organization_id: 'org_1' } }), []);
      assert.deepEqual(await idsOf(store, { where: { organization_id: 'org_2' } }), ['a']);
    });
  });
}
