import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Position } from '#contracts/ports/event-store.ts';
import type { StageSubscription } from '#contracts/ports/stage-queue.ts';
import { NO_PRICES } from '#domain/tariff.ts';
import type { JudgingModel } from '#pipeline/stage.ts';
import { startPipeline } from '#pipeline/start.ts';
import { createHarness } from '#test/support/pipeline/harness.ts';

const MODEL: JudgingModel = {
  model: { ask: () => Promise.reject(new Error('nothing is asked here')) },
  name: 'reader',
  prompt_version: 'scripted-1',
  kind: 'general',
  deidentify: false,
  prices: NO_PRICES,
  limits: { questions: 1, milliseconds: 1 },
};

/** By stage: verifications handled at a time, and of those, one organization's. */
async function slotsWith(judgingModel: JudgingModel | null): Promise<Record<string, [number, number | undefined]>> {
  const slots: Record<string, [number, number | undefined]> = {};
  const pipeline = await startPipeline({
    ...createHarness(),
    judgingModel,
    queue: {
      async consume({ stage, concurrency, organizationConcurrency }: StageSubscription) {
        slots[stage] = [concurrency, organizationConcurrency];
        return { position: async () => '0' as Position, pending: async () => 0, stop: async () => {} };
      },
      close: async () => {},
    },
  });
  await pipeline.stop();
  return slots;
}

test('more verifications are judged at a time where they may wait for a language model', async () => {
  const local = await slotsWith(null);
  assert.deepEqual(local.judge, [8, 4]);
  assert.deepEqual(await slotsWith(MODEL), { ...local, judge: [32, 16] });
});
