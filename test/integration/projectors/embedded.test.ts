import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import type { EventStore } from '#contracts/ports/event-store.ts';
import type { ReadStore } from '#contracts/ports/read-store.ts';
import { openEmbeddedLog } from '#platform/sqlite/embedded-log.ts';
import { openReadStore } from '#platform/sqlite/views/read-store.ts';
import { PROJECTIONS } from '#projectors/all.ts';
import { catchUpOfCheckpoints, catchUpOfProjectors } from '#projectors/catch-up.ts';
import { rebuildView } from '#projectors/rebuild.ts';
import { type RunningProjector, runProjector } from '#projectors/run-projector.ts';
import { findInView } from '#results/find.ts';
import { compareGenerations } from '#test/support/compare-generations.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { assembleResult, createHistory, type History, open, store } from '#test/support/verification-history.ts';

const PATIENCE_MS = 60_000;

type Stores = { events: EventStore; views: ReadStore };

interface Embedded extends Stores {
  start(): { projectors: RunningProjector[]; failures: unknown[] };
}

async function withStores(body: (embedded: Embedded) => Promise<void>): Promise<void> {
  const folder = await temporaryFolder();
  const fail = (error: unknown): void => {
    throw error;
  };
  const log = await openEmbeddedLog({ folder: folder.path, onLost: fail, onError: fail });
  const views = openReadStore({ path: join(folder.path, 'views.db') });
  const stores = { events: log.events, views };
  const running: RunningProjector[] = [];
  const start = () => {
    const failures: unknown[] = [];
    const projectors = PROJECTIONS.map((projection) =>
      runProjector(projection, {
        ...stores,
        onFailure: ({ error }) => failures.push(error),
        onUnreadable: (_view, event) => failures.push(event),
      }),
    );
    running.push(...projectors);
    return { projectors, failures };
  };
  try {
    await body({ ...stores, start });
  } finally {
    await Promise.all(running.map((projector) => projector.stop()));
    await log.close();
    await views.close();
    await folder.remove();
  }
}

function someHistories(count: number, from = 0): History[] {
  return Array.from({ length: count }, (_, index) => {
    const id = `ver_${String(from + index).padStart(4, '0')}`;
    const history = createHistory({ id, claims: [{ materiality: 'high', verdict: 'disputed' }, {}, {}] });
    history.request();
    history.extract();
    if (index % 5 === 0) {
      history.fail();
      history.restart();
    }
    history.run();
    if (index % 2 === 0) history.review(1, 'assign', { assignee: 'usr_2' });
    if (index % 3 === 0) history.expire();
    if (index % 6 === 0) history.erase();
    return history;
  });
}

async function assertShown(stores: Stores, histories: readonly History[]): Promise<void> {
  for (const { id, state } of histories) {
    const found = await findInView(stores.views, id);
    if (state.head.erasure !== 'none') assert.equal(found?.kind, 'tombstone', id);
    else {
      assert.ok(found?.kind === 'verification', id);
      const shown = assembleResult(found.head, (await Array.fromAsync(found.pages())).flat(), open);
      assert.deepEqual(shown, assembleResult(state.head, state.claims.values(), open));
    }
  }
}

test('SQLite views show the SQLite log and resume after a restart', () =>
  withStores(async ({ start, ...stores }) => {
    const first = someHistories(20);
    for (const history of first) await store(stores.events, history);
    const { projectors, failures } = start();
    const names = PROJECTIONS.map(({ view }) => view);
    const catchUps = [catchUpOfProjectors(projectors), catchUpOfCheckpoints(stores.views, names)];
    for (const catchUp of catchUps) assert.ok(await catchUp(await stores.events.head(), PATIENCE_MS));
    await assertShown(stores, first);

    await Promise.all(projectors.map((projector) => projector.stop()));
    const second = someHistories(10, 20);
    for (const history of second) await store(stores.events, history);
    const restarted = start();
    assert.ok(await catchUpOfProjectors(restarted.projectors)(await stores.events.head(), PATIENCE_MS));
    await assertShown(stores, [...first, ...second]);
    assert.deepEqual([...failures, ...restarted.failures], []);
  }));

test('views rebuilt while verifications arrive equal views built from scratch', () =>
  withStores(async ({ start, ...stores }) => {
    const before = someHistories(20);
    for (const history of before) await store(stores.events, history);
    const { projectors, failures } = start();

    const during = someHistories(40, 20);
    const arriving = (async () => {
      for (const history of during) await store(stores.events, history);
    })();
    for (const projection of PROJECTIONS) await rebuildView(stores, projection);
    await arriving;
    assert.ok(await catchUpOfProjectors(projectors)(await stores.events.head(), PATIENCE_MS));
    await assertShown(stores, [...before, ...during]);
    assert.deepEqual(failures, []);

    for (const projection of PROJECTIONS) {
      const shown = await stores.views.live(projection.view);
      const { generation } = await rebuildView({ ...stores, views: neverSwitching(stores.views) }, projection);
      assert.deepEqual(await compareGenerations(stores.views, shown, generation), []);
    }
  }));

function neverSwitching(views: ReadStore): ReadStore {
  return new Proxy(views, {
    get(target, name: keyof ReadStore) {
      return name === 'activate' ? async () => {} : target[name].bind(target);
    },
  });
}
