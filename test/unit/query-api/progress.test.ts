import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ApiError } from '#contracts/errors.ts';
import type { Position } from '#contracts/ports/event-store.ts';
import { applyBatch } from '#projectors/batch.ts';
import { OVERVIEWS } from '#projectors/overviews/document.ts';
import { overviewsProjection } from '#projectors/overviews/projection.ts';
import type { Projection } from '#projectors/projection.ts';
import { progressOf, type VerificationProgress, watchProgress } from '#query-api/progress.ts';
import { ManualClock } from '#test/support/manual-clock.ts';
import { createMemoryEventStore } from '#test/support/memory-event-store.ts';
import { createMemoryReadStore } from '#test/support/memory-read-store.ts';
import { createHistory, store } from '#test/support/verification-history.ts';

const claims = (extracted: number, searched: number, judged: number) => ({
  extracted,
  checkable: extracted,
  searched,
  judged,
});

function open() {
  const events = createMemoryEventStore();
  const views = createMemoryReadStore();
  const history = createHistory({ claims: [{}, { verdict: 'contradicted' }] });
  let projected = 0;
  return {
    events,
    views,
    history,
    record: () => store(events, history),
    /** Brings the view up to date. */
    async project() {
      const log = events.log.slice(projected);
      projected = events.log.length;
      const position = log.at(-1)!.position as Position;
      await applyBatch(views, await views.live(OVERVIEWS), overviewsProjection as Projection, log, position);
    },
  };
}

describe('progress', () => {
  test('tells the stage, and how many claims each stage has done', async () => {
    const service = open();
    const { history } = service;
    const seen: unknown[] = [];
    for (const step of ['request', 'extract', 'retrieve', 'judge', 'complete'] as const) {
      history[step]();
      await service.record();
      await service.project();
      const { stage, status, claims } = await progressOf(service, 'org_1', history.id);
      seen.push([stage, status, claims]);
    }
    assert.deepEqual(seen, [
      ['extract', 'requested', claims(0, 0, 0)],
      ['retrieve', 'extracted', claims(2, 0, 0)],
      ['judge', 'retrieved', claims(2, 2, 0)],
      ['conclude', 'judged', claims(2, 2, 2)],
      [null, 'completed', claims(2, 2, 2)],
    ]);
  });

  test('is read from the stream while the view does not show the verification', async () => {
    const service = open();
    service.history.request();
    service.history.extract();
    await service.record();
    assert.deepEqual((await progressOf(service, 'org_1', service.history.id)).claims, claims(2, 0, 0));
  });

  test('of a cancelled run says what was done, with the verdicts so far', async () => {
    const service = open();
    service.history.request();
    service.history.extract();
    service.history.retrieve();
    service.history.judge();
    service.history.cancel();
    await service.record();
    const { status, stage, claims: done, verdicts } = await progressOf(service, 'org_1', service.history.id);
    assert.deepEqual([status, stage, done], ['cancelled', null, claims(2, 2, 2)]);
    assert.deepEqual([verdicts.supported, verdicts.contradicted], [1, 1]);
  });

  test('of another organization or of nothing is not found, from view and stream alike', async () => {
    const service = open();
    service.history.request();
    await service.record();
    const isRefused = (error: unknown) => error instanceof ApiError && error.code === 'not_found';
    const refused = async () => {
      await assert.rejects(progressOf(service, 'org_2', service.history.id), isRefused);
      await assert.rejects(progressOf(service, 'org_1', 'ver_none'), isRefused);
      const { signal } = new AbortController();
      await assert.rejects(watchProgress(service, 'org_2', service.history.id, { signal }).next(), isRefused);
    };
    await refused();
    await service.project();
    await refused();
  });
});

describe('a watched verification', () => {
  async function watch(service: ReturnType<typeof open>) {
    const timers = new ManualClock();
    const ending = new AbortController();
    const seen: VerificationProgress[] = [];
    const ended = (async () => {
      const options = { signal: ending.signal, everyMs: 250, timers };
      for await (const progress of watchProgress(service, 'org_1', service.history.id, options)) seen.push(progress);
    })();
    /** Lets the watcher look, and wait again or end. */
    const look = async () => {
      timers.advance(250);
      for (let n = 0; n < 50; n++) await Promise.resolve();
    };
    await look();
    return { seen, ended, look, ending, timers };
  }

  test('is told whenever something has changed, and its end last', async () => {
    const service = open();
    service.history.request();
    await service.record();
    const { seen, ended, look } = await watch(service);
    await look();
    for (const step of ['extract', 'retrieve', 'judge', 'complete'] as const) {
      service.history[step]();
      await service.record();
      await service.project();
      await look();
    }
    await ended;
    const statuses = seen.map(({ status }) => status);
    assert.deepEqual(statuses, ['requested', 'extracted', 'retrieved', 'judged', 'completed']);
  });

  test('never goes back where the view is behind the stream', async () => {
    const service = open();
    service.history.request();
    await service.record();
    const onlyRequested = service.events.log.length;
    service.history.extract();
    await service.record();
    const { seen, look, ended, ending } = await watch(service);
    const log = service.events.log.slice(0, onlyRequested);
    const live = await service.views.live(OVERVIEWS);
    await applyBatch(service.views, live, overviewsProjection as Projection, log, log.at(-1)!.position);
    await look();
    ending.abort();
    await ended;
    assert.deepEqual(
      seen.map(({ status }) => status),
      ['extracted'],
    );
  });

  test('is left when the watcher leaves, and no timer stays', async () => {
    const service = open();
    service.history.request();
    await service.record();
    const { ended, ending, timers } = await watch(service);
    ending.abort();
    await ended;
    assert.equal(timers.waiting, 0);
  });
});
