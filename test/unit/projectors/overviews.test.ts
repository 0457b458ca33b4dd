import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasEnded } from '#domain/verification/ended.ts';
import { claimsDone, evolveProgress, NO_PROGRESS } from '#domain/verification/progress.ts';
import type { OverviewDocument } from '#projectors/overviews/document.ts';
import { overviewsProjection } from '#projectors/overviews/projection.ts';
import { anyHistory } from '#test/support/arbitrary-history.ts';
import { createMemoryEventStore } from '#test/support/memory-event-store.ts';
import { given } from '#test/support/projection-spec.ts';
import fc from '#test/support/property.ts';
import { createHistory, type History, store } from '#test/support/verification-history.ts';

async function logOf(history: History) {
  const events = createMemoryEventStore();
  await store(events, history);
  return [...events.log];
}

test('given any history, the overview has the progress of the folded stream', async () => {
  await fc.assert(
    fc.asyncProperty(anyHistory(), async (history) => {
      const spec = await given(overviewsProjection, await logOf(history));
      const document = (await spec.document<OverviewDocument>(history.id))!;
      const folded = history.events.reduce(evolveProgress, NO_PROGRESS);
      assert.deepEqual({ ...document, ...folded }, document);
      const { head } = history.state;
      assert.deepEqual(
        [document.status, document.run, document.claims],
        [head.status, head.run, claimsDone(history.state)],
      );
      assert.equal(document.ended_at !== null, hasEnded(head));
    }),
    { numRuns: 100 },
  );
});

test('an erased text leaves its overview, without text', async () => {
  const history = createHistory({ content: 'Xylophaga dorsalis', claims: [{ text: 'Xylophaga dorsalis' }] }).run();
  history.expire();
  history.erase();
  const spec = await given(overviewsProjection, await logOf(history));
  const document = await spec.document<OverviewDocument>(history.id);
  assert.deepEqual([document?.status, document?.expired_at], ['completed', '2026-03-02T10:00:00.000Z']);
  assert.doesNotMatch(JSON.stringify(document), /sealed/);
});
