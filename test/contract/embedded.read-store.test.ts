/** The read store on SQLite: its contract, and tests of index use and of several instances on one file. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { FindOptions } from '#contracts/ports/read-store.ts';
import { openConnection } from '#platform/sqlite/database.ts';
import { openReadStore } from '#platform/sqlite/views/read-store.ts';
import { searches, tableName } from '#platform/sqlite/views/view-table.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { p, VIEW, write } from './read-store/stores.ts';
import { readStoreContract } from './read-store.ts';
import { folderPlace } from './storage-location.ts';

readStoreContract('SQLite', () => folderPlace((folder) => openReadStore({ path: join(folder, 'views.db') })));

describe('read store on SQLite', () => {
  test('indexed searches read only the rows they return, in order, without sorting', async () => {
    await inFolder(async (path) => {
      const store = openReadStore({ path });
      const { generation } = await store.live(VIEW);
      const database = openConnection(path, { readOnly: true });
      const plan = (options: FindOptions) => {
        const steps = searches(tableName(VIEW, generation), options).flatMap(
          ({ sql, parameters }) =>
            database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...parameters, options.limit) as { detail: string }[],
        );
        return steps.map(({ detail }) => detail).join('\n');
      };
      for (const direction of ['ascending', 'descending'] as const) {
        const byTime = { where: { organization_id: 'o' }, sort: { field: 'created_at', direction }, limit: 10 };
        assert.match(plan(byTime), /^SEARCH \w+ USING INDEX \w+__organization_id__created_at \(<expr>=\?\)$/);
        const where = { organization_id: 'o', listed: true };
        const byRank = { where, sort: { field: 'rank', direction }, limit: 10 };
        assert.match(
          plan(byRank),
          /^SEARCH \w+ USING INDEX \w+__organization_id__listed__rank \(<expr>=\? AND <expr>=\?\)$/,
        );
      }
      for (const [direction, beyond] of [
        ['ascending', '>'],
        ['descending', '<'],
      ] as const) {
        const sort = { field: 'created_at', direction, after: { value: '2026', id: 'a' } };
        assert.match(
          plan({ where: { organization_id: 'o' }, sort, limit: 10 }),
          new RegExp(
            `^SEARCH \\w+ USING INDEX \\w+ \\(<expr>=\\? AND <expr>=\\? AND id${beyond}\\?\\)\n` +
              `SEARCH \\w+ USING INDEX \\w+ \\(<expr>=\\? AND <expr>${beyond}\\?\\)$`,
          ),
        );
      }
      assert.match(plan({ where: {}, limit: 10 }), /USING INDEX sqlite_autoindex/);
      database.close();
      await store.close();
    });
  });

  test('a second instance on the file sees writes and activations at once', async () => {
    await inFolder(async (path) => {
      const [writer, reader] = [openReadStore({ path }), openReadStore({ path })];
      const live = await writer.live(VIEW);
      await writer.apply(live, [write('a', 1, { build: 1 })], p(1));
      assert.deepEqual((await reader.get(VIEW, 'a'))?.document, { build: 1 });
      const next = await writer.createGeneration(VIEW);
      await writer.apply(next, [write('a', 1, { build: 2 })], p(1));
      await writer.activate(next);
      assert.deepEqual((await reader.get(VIEW, 'a'))?.document, { build: 2 });
      assert.deepEqual(await reader.live(VIEW), { view: VIEW, generation: next.generation });
      await assert.rejects(reader.checkpoint(live), { code: 'generation_dropped' });
      await reader.close();
      await writer.close();
    });
  });

  test('a new version of a view drops the tables of the old one', async () => {
    await inFolder(async (path) => {
      const store = openReadStore({ path });
      await store.live(VIEW);
      await store.live({ ...VIEW, version: 2 });
      const database = openConnection(path, { readOnly: true });
      const tables = database
        .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name LIKE 'view%'")
        .all();
      assert.deepEqual(
        tables.map(({ name }) => name),
        ['view_items_v2_g2'],
      );
      database.close();
      await store.close();
    });
  });

  test('view names that could inject SQL are refused', async () => {
    await inFolder(async (path) => {
      const store = openReadStore({ path });
      await assert.rejects(store.live({ ...VIEW, name: 'x; DROP TABLE generations' }), RangeError);
      await store.live(VIEW);
      await assert.rejects(store.find(VIEW, { where: { "x') OR 1 --": 1 }, limit: 1 }), RangeError);
      const sort = { field: "x'", direction: 'ascending' as const };
      await assert.rejects(store.find(VIEW, { where: {}, sort, limit: 1 }), RangeError);
      assert.deepEqual(await store.find(VIEW, { where: {}, limit: 1 }), []);
      await store.close();
    });
  });
});

async function inFolder(body: (path: string) => Promise<void>): Promise<void> {
  const { path: folder, remove } = await temporaryFolder();
  try {
    await body(join(folder, 'views.db'));
  } finally {
    await remove();
  }
}
