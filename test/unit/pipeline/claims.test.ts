/** Groups of claims are processed concurrently, and their results recorded in order. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recordInBatches } from '#pipeline/runs/claims.ts';
import { delivery } from '#test/support/pipeline/deliver.ts';

/** As much as one append takes, so that every group is recorded by itself. */
const FULL = 'x'.repeat(600_000);
const GROUPS = [0, 1, 2, 3, 4, 5, 6, 7];

function groupWork() {
  const started: number[] = [];
  let running = 0;
  let most = 0;
  const work = async (group: number) => {
    started.push(group);
    most = Math.max(most, ++running);
    // Later groups take less time, so that they would overtake earlier ones.
    for (let turns = GROUPS.length - group; turns > 0; turns--) await new Promise(setImmediate);
    running--;
    return [{ group, detail: FULL }];
  };
  return { started, work, most: () => most };
}

test('results are recorded in the order of the groups, three at work at a time', async () => {
  const { work, most } = groupWork();
  const recorded: number[] = [];
  const rest = await recordInBatches(GROUPS, work, delivery(), async (events) => {
    recorded.push(...events.map(({ group }) => group));
    return true;
  });
  assert.deepEqual([recorded, rest, most()], [GROUPS, [], 3]);
});

test('what is recorded at once stays within what an append takes', async () => {
  const recorded: number[][] = [];
  const work = async (group: number) => [{ group, detail: FULL.slice(0, 400_000) }];
  const rest = await recordInBatches([0, 1, 2], work, delivery(), async (events) => {
    recorded.push(events.map(({ group }) => group));
    return true;
  });
  assert.deepEqual([recorded, rest?.map(({ group }) => group)], [[[0], [1]], [2]]);
});

test('no further group is begun once a record says that the stage must stop', async () => {
  const { work, started } = groupWork();
  assert.equal(await recordInBatches(GROUPS, work, delivery(), async () => false), null);
  for (let turns = 0; turns < 20; turns++) await new Promise(setImmediate);
  assert.ok(started.length < GROUPS.length, `${started.length} of ${GROUPS.length} groups were begun`);
});

test('a failing group ends the stage with its error', async () => {
  const fails = async (group: number) => {
    throw new Error(`group ${group}`);
  };
  await assert.rejects(
    recordInBatches(GROUPS, fails, delivery(), async () => true),
    { message: 'group 0' },
  );
});
