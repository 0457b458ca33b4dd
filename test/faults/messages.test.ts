import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { registry } from '#domain/events/registry.ts';
import { STAGE_NAMES, STAGES } from '#pipeline/stages/stage-table.ts';
import type { Deployment } from '#test/support/deployment/deployment.ts';
import { eventually } from '#test/support/eventually.ts';
import { numbersFor } from '#test/support/random-numbers.ts';
import { wholeLog } from './inspect.ts';
import { Intruder } from './intruder.ts';
import { makeOrders, send } from './load.ts';
import { untilIdle } from './rest.ts';
import { underLoad } from './under-load.ts';

const PIPELINES = ['pipeline-1', 'pipeline-2'];
const PAUSE_MS = 300;
const PATIENCE_MS = 30_000;

test('copied, reordered and corrupt messages neither lose nor repeat acknowledged work', async (context) => {
  let intruder: Intruder;
  let members: string[];
  let troubles: number;
  let handled: Record<string, number>;
  context.after(() => intruder?.leave());
  await underLoad(context, {
    // A process that joins later takes partitions over, and what the other had at work then is handled once more.
    async beforehand({ servers }) {
      intruder = await Intruder.enter(servers, numbersFor(context));
      const all = PIPELINES.length * STAGE_NAMES.length;
      const everybody = async () => {
        members = await intruder.members();
        return members.length === all;
      };
      await eventually('both processes in every group', everybody, PATIENCE_MS);
    },
    async fault({ service, sent }) {
      await intruder.untilAllAreUsed();
      troubles = countTroubles(service);
      await intruder.sendVeryLong();
      while (!sent.aborted) {
        await intruder.sendCopies();
        await intruder.sendPoison();
        await delay(PAUSE_MS);
      }
      context.diagnostic(`under load ${intruder.copies} copies and ${intruder.poisonous} poisonous messages`);
    },
    async afterwards({ service, keys, orders }) {
      // Long after it was all handled; what comes behind it is.
      await intruder.sendAllAgain();
      const more = makeOrders(keys, 20);
      orders.push(...more);
      const answers = await Promise.all(more.map((order) => send(service, order)));
      assert.deepEqual(new Set(answers.map((answer) => answer?.status)), new Set([201]));
      await untilIdle(service);
      await eventually('every poisonous message in the log', () => countRefused(service) >= intruder.poisonous);
      assert.equal(countRefused(service), intruder.poisonous);
      assert.deepEqual(await intruder.members(), members, 'no consumer has had to begin again');
      assert.equal(countTroubles(service), troubles, 'nothing has failed');
      handled = await handledByStage(service);
    },
    async stopped({ service }) {
      assert.deepEqual(handled, await triggersByStage(service), 'a copy is not handled');
    },
  });
});

/** Messages that the pipeline has told to have passed over. */
function countRefused(service: Deployment): number {
  return linesOf(service, 'messages that the relay did not write were skipped').reduce(
    (sum, { messages }) => sum + Number(messages),
    0,
  );
}

function countTroubles(service: Deployment): number {
  const kinds = ['a server failed', 'stage failed, will be tried again', 'stage given up on'];
  return kinds.reduce((sum, kind) => sum + linesOf(service, kind).length, 0);
}

function linesOf(service: Deployment, wanted: string) {
  return PIPELINES.flatMap((name) => service.logsOf(name)).filter(({ msg }) => msg === wanted);
}

/** Deliveries since the processes began. */
async function handledByStage(service: Deployment): Promise<Record<string, number>> {
  const counts: Record<string, number> = Object.fromEntries(STAGE_NAMES.map((stage) => [stage, 0]));
  const text = await service.metrics();
  for (const [, stage, count] of text.matchAll(/^pipeline_stage_duration_seconds_count\{stage="(\w+)"\} (\d+)$/gm)) {
    counts[stage!]! += Number(count);
  }
  return counts;
}

/** What there was to deliver: the triggers in the log. */
async function triggersByStage(service: Deployment): Promise<Record<string, number>> {
  const stores = await service.openStores();
  const counts: Record<string, number> = Object.fromEntries(STAGE_NAMES.map((stage) => [stage, 0]));
  try {
    for await (const { type } of wholeLog(stores.events)) {
      for (const stage of STAGE_NAMES)
        if (registry.storedTypes(STAGES[stage].triggers).includes(type)) counts[stage]!++;
    }
    return counts;
  } finally {
    await stores.close();
  }
}
