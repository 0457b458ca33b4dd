/**
 * Lists with 100,000 entries, whose documents are written straight into the views. What a page costs is told by the plan of
 * its query and by the processor time of pages of the same run.
 */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { after, before, describe, test } from 'node:test';
import type { JsonObject } from '#contracts/json.ts';
import type { Position } from '#contracts/ports/event-store.ts';
import type { FindOptions, ReadStore, View } from '#contracts/ports/read-store.ts';
import { openConnection } from '#platform/sqlite/database.ts';
import { openReadStore } from '#platform/sqlite/views/read-store.ts';
import { searches, tableName } from '#platform/sqlite/views/view-table.ts';
import { API_KEYS } from '#projectors/api-keys/document.ts';
import { DOCUMENT_JOBS } from '#projectors/document-jobs/document.ts';
import { OVERVIEWS } from '#projectors/overviews/document.ts';
import { REVIEWS, reviewItemId } from '#projectors/reviews/document.ts';
import { SOURCE_SETS } from '#projectors/source-sets/document.ts';
import { claimDocumentId, VERIFICATIONS } from '#projectors/verifications/document.ts';
import { WEBHOOK_DELIVERIES } from '#projectors/webhook-deliveries/document.ts';
import { timeCursor } from '#query-api/pages/cursor.ts';
import { type ListedBy, type Page, pageOfView } from '#query-api/pages/page.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const ENTRIES = 100_000;
const FEW = 1_000;
const WRITES = 5_000;
/** Every tenth is of another organization; a hundred have the same time. */
const organizationOf = (n: number) => (n % 10 === 0 ? 'org_2' : 'org_1');
const timeOf = (n: number) => new Date(Math.floor(n / 100) * 1_000).toISOString();
const idOf = (prefix: string, n: number) => `${prefix}_${String(n).padStart(32, '0')}`;
const positionOf = (n: number) => String(n).padStart(20, '0') as Position;

interface List {
  name: string;
  view: View;
  time: string;
  /** The rarer of two states: of every thousandth entry. null: the list has no filter. */
  rare: FindOptions['where'] | null;
  entry(n: number): { id: string; document: JsonObject };
}

const isRare = (n: number) => n % 1_000 === 1;
const shared = (n: number) => ({ organization_id: organizationOf(n), padding: 'x'.repeat(300) });

const LISTS: List[] = [
  {
    name: 'verifications',
    view: OVERVIEWS,
    time: 'created_at',
    rare: { status: 'failed' },
    entry: (n) => ({
      id: idOf('ver', n),
      document: { ...shared(n), created_at: timeOf(n), status: isRare(n) ? 'failed' : 'completed' },
    }),
  },
  {
    name: 'reviews',
    view: REVIEWS,
    time: 'opened_at',
    rare: { listed: true, state: 'open', human_review_status: 'needs_evidence' },
    entry: (n) => ({
      id: reviewItemId(idOf('ver', Math.floor(n / 50)), n % 50),
      document: {
        ...shared(n),
        listed: true,
        state: isRare(n) ? 'open' : 'resolved',
        human_review_status: isRare(n) ? 'needs_evidence' : 'accepted',
        opened_at: timeOf(n),
      },
    }),
  },
  {
    name: 'API keys',
    view: API_KEYS,
    time: 'created_at',
    rare: { state: 'active' },
    entry: (n) => ({
      id: idOf('key', n),
      document: { ...shared(n), created_at: timeOf(n), state: isRare(n) ? 'active' : 'revoked' },
    }),
  },
  {
    name: 'document jobs',
    view: DOCUMENT_JOBS,
    time: 'submitted_at',
    rare: { status: 'running' },
    entry: (n) => ({
      id: idOf('job', n),
      document: { ...shared(n), submitted_at: timeOf(n), status: isRare(n) ? 'running' : 'succeeded' },
    }),
  },
  {
    name: 'deliveries of a webhook',
    view: WEBHOOK_DELIVERIES,
    time: 'requested_at',
    rare: { webhook_id: 'whk_1', state: 'failed' },
    entry: (n) => ({
      id: idOf('msg', n),
      document: {
        ...shared(n),
        webhook_id: 'whk_1',
        requested_at: timeOf(n),
        state: isRare(n) ? 'failed' : 'delivered',
      },
    }),
  },
  {
    name: 'source sets',
    view: SOURCE_SETS,
    time: 'created_at',
    rare: null,
    entry: (n) => ({ id: idOf('srs', n), document: { ...shared(n), created_at: timeOf(n) } }),
  },
];

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let views: ReadStore;
let fewViews: ReadStore;
let database: DatabaseSync;

before(async () => {
  folder = await temporaryFolder();
  views = openReadStore({ path: join(folder.path, 'views.db') });
  fewViews = openReadStore({ path: join(folder.path, 'few.db') });
  database = openConnection(join(folder.path, 'views.db'), { readOnly: true });
});
after(async () => {
  database.close();
  await views.close();
  await fewViews.close();
  await folder.remove();
});

async function fill(store: ReadStore, view: View, count: number, entry: List['entry']): Promise<void> {
  const live = await store.live(view);
  for (let from = 0; from < count; from += WRITES) {
    const length = Math.min(WRITES, count - from);
    const writes = Array.from({ length }, (_, i) => ({ ...entry(from + i), position: positionOf(from + i + 1) }));
    await store.apply(live, writes, positionOf(from + length));
  }
}

type Entry = Record<string, string>;

/** Every page, one after another. */
async function* pages(store: ReadStore, listed: ListedBy, limit = 100): AsyncGenerator<Page<Entry>> {
  for (let after: string | null | undefined; after !== null; ) {
    const page: Page<Entry> = await pageOfView<Entry>(store, listed, { limit, after });
    yield page;
    after = page.next;
  }
}

/** The steps of the queries that a page makes. */
async function planOf(view: View, options: FindOptions): Promise<string> {
  const { generation } = await views.live(view);
  const steps = searches(tableName(view, generation), options).flatMap(
    ({ sql, parameters }) =>
      database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...parameters, options.limit) as { detail: string }[],
  );
  return steps.map(({ detail }) => detail).join('\n');
}

/** Two ranges of an index with so many fields equal: the rest of a place's value, and beyond. A sort would be a step more. */
function rangesAfter(equal: number): RegExp {
  const range = (rest: string) => `SEARCH \\w+ USING INDEX \\w+ \\((?:<expr>=\\? AND ){${equal}}${rest}\\)`;
  return new RegExp(`^${range('<expr>=\\? AND id[<>]\\?')}\n${range('<expr>[<>]\\?')}$`);
}

/** Milliseconds of processor time for each of some repetitions. */
async function processorTime(times: number, work: () => Promise<unknown>): Promise<number> {
  await work();
  const start = process.cpuUsage();
  for (let n = 0; n < times; n++) await work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000 / times;
}

for (const { name, view, time, rare, entry } of LISTS) {
  describe(`a list of 100,000 ${name}`, () => {
    const { listed = null, webhook_id = null } = rare ?? {};
    const all = { ...(listed !== null && { listed }), ...(webhook_id !== null && { webhook_id }) };
    const listedBy = (organization_id: string, where: FindOptions['where'] = all): ListedBy => ({
      view,
      where: { organization_id, ...where },
      time,
    });
    before(async () => {
      await fill(views, view, ENTRIES, entry);
      await fill(fewViews, view, FEW, entry);
    });

    test('its pages put together are the whole list of one organization, newest first', async () => {
      const seen: string[] = [];
      let last = '~';
      for await (const { data } of pages(views, listedBy('org_1'))) {
        for (const shown of data) {
          assert.equal(shown.organization_id, 'org_1');
          assert.ok(shown[time]! <= last);
          last = shown[time]!;
        }
        seen.push(...data.map((shown) => shown[time]!));
      }
      assert.equal(seen.length, ENTRIES * 0.9);
    });

    if (rare !== null) {
      test('a filter lists only what it names', async () => {
        const found = [];
        for await (const { data } of pages(views, listedBy('org_1', rare), 30)) found.push(...data);
        assert.equal(found.length, ENTRIES / 1_000);
        for (const shown of found) for (const [field, value] of Object.entries(rare)) assert.equal(shown[field], value);
      });
    }

    test('a cursor of another organization shows nothing of it', async () => {
      const { next } = await pageOfView<Entry>(views, listedBy('org_1'), { limit: 5 });
      const { data } = await pageOfView<Entry>(views, listedBy('org_2'), { limit: 100, after: next });
      assert.equal(data.length, 100);
      assert.ok(data.every(({ organization_id }) => organization_id === 'org_2'));
    });

    test('a page reads ranges of an index only, with and without a filter', async () => {
      for (const where of [all, ...(rare === null ? [] : [rare])]) {
        const conditions = listedBy('org_1', where).where;
        const sort = { field: time, direction: 'descending', after: { value: timeOf(500), id: 'x' } } as const;
        const plan = await planOf(view, { where: conditions, sort, limit: 101 });
        assert.match(plan, rangesAfter(Object.keys(conditions).length));
      }
    });

    test('the last page costs what the first does, and what it costs in a short list', async () => {
      const beforeLast = timeCursor(`${view.name}/${listedBy('org_1').time}`, {
        value: timeOf(100),
        id: entry(100).id,
      });
      const page = (store: ReadStore, after?: string) => () =>
        pageOfView<Entry>(store, listedBy('org_1'), { limit: 100, after });
      const [first, last, short] = [
        await processorTime(40, page(views)),
        await processorTime(40, page(views, beforeLast)),
        await processorTime(40, page(fewViews)),
      ];
      const figures = `first ${first} ms, last ${last} ms, in a short list ${short} ms`;
      assert.ok(last < 4 * first && first < 4 * short, figures);
    });
  });
}

describe('a result of 100,000 claims', () => {
  const id = idOf('ver', 7);
  before(async () => {
    await fill(views, VERIFICATIONS, ENTRIES, (ordinal) => ({
      id: claimDocumentId(id, ordinal),
      document: {
        kind: 'claim',
        verification_id: id,
        ordinal,
        verdict: isRare(ordinal) ? 'contradicted' : 'supported',
        padding: 'x'.repeat(300),
      },
    }));
  });

  const claims = (where: FindOptions['where'], ordinal: number): FindOptions => ({
    where: { verification_id: id, ...where },
    sort: { field: 'ordinal', direction: 'ascending', after: { value: ordinal, id: claimDocumentId(id, ordinal) } },
    limit: 101,
  });

  test('continues after any claim, with and without a verdict', async () => {
    const ordinals = async (options: FindOptions) =>
      (await views.find(VERIFICATIONS, options)).map(({ document }) => document.ordinal);
    assert.deepEqual(
      await ordinals(claims({}, 99_900)),
      Array.from({ length: 99 }, (_, i) => 99_901 + i),
    );
    assert.deepEqual(await ordinals(claims({ verdict: 'contradicted' }, 97_001)), [98_001, 99_001]);
  });

  test('a page reads ranges of an index only, with and without a verdict', async () => {
    assert.match(await planOf(VERIFICATIONS, claims({}, 50_000)), rangesAfter(1));
    assert.match(await planOf(VERIFICATIONS, claims({ verdict: 'contradicted' }, 50_000)), rangesAfter(2));
  });
});
