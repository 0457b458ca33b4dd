import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Position } from '#contracts/ports/event-store.ts';
import type { StageSubscription } from '#contracts/ports/stage-queue.ts';
import { createJudgeStage } from '#pipeline/stages/judge.ts';
import type { JudgingModel } from '#pipeline/stages/stage.ts';
import { startPipeline } from '#pipeline/start.ts';
import { toStageMessage } from '#platform/events/stage-message.ts';
import { delivery } from '#test/support/pipeline/deliver.ts';
import { createHarness } from '#test/support/pipeline/harness.ts';
import { judgingModel } from '#test/support/pipeline/judging-model.ts';

const MODEL = judgingModel({ model: { ask: () => Promise.reject(new Error('nothing is asked here')) } });

test('a stage gives an organization at most half of its places', async () => {
  const places: Record<string, [number, number | undefined]> = {};
  const pipeline = await startPipeline({
    ...createHarness(),
    queue: {
      async consume({ stage, concurrency, organizationConcurrency }: StageSubscription) {
        places[stage] = [concurrency, organizationConcurrency];
        return { position: async () => '0' as Position, pending: async () => 0, stop: async () => {} };
      },
      close: async () => {},
    },
  });
  await pipeline.stop();
  assert.deepEqual(
    [places.judge, places.retrieve],
    [
      [32, 16],
      [8, 4],
    ],
  );
});

/** Of deliveries of ten organizations, those that load their verification before any of them is done. */
async function judgedAtOnce(model: JudgingModel | null): Promise<number> {
  const harness = createHarness();
  await harness.request('The tower is tall.');
  const message = toStageMessage('judge', harness.events.log[0]!);
  const stopping = new AbortController();
  const loading = Promise.withResolvers<never>();
  let loads = 0;
  const stage = createJudgeStage({
    ...harness,
    judgingModels: async () => model,
    verifications: {
      ...harness.verifications,
      load() {
        loads++;
        return loading.promise;
      },
    },
  });
  const deliveries = Array.from({ length: 20 }, (_, i) =>
    stage({ ...message, organization_id: `org_${i % 10}` }, delivery({ signal: stopping.signal })),
  );
  await new Promise(setImmediate);
  const atOnce = loads;
  stopping.abort();
  loading.reject(new Error('the test is over'));
  await Promise.allSettled(deliveries);
  return atOnce;
}

test('more verifications are judged at a time if they may wait for a language model', async () => {
  assert.equal(await judgedAtOnce(null), 8);
  assert.equal(await judgedAtOnce(MODEL), 20);
});
