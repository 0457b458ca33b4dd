/** Hand-written scanners and loops over the text of others: four times the text takes no more than about four times as long. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ENTRANCES } from '#test/support/scaling/entrances.ts';
import { PIECES, textOf } from '#test/support/scaling/texts.ts';

/** 4 is linear and 16 is quadratic. */
const MOST = 12;
/** Milliseconds of the processor; what takes less cannot be compared, as the system counts in steps of four. */
const LEAST = 80;
const TRIES = 3;

/** Processor time in milliseconds. */
async function timeOf(run: () => unknown): Promise<number> {
  const before = process.threadCpuUsage();
  await run();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

for (const [name, { characters, run }] of Object.entries(ENTRANCES)) {
  test(`${name}: four times the text takes at most ${MOST} times as long`, async () => {
    for (const [kind, piece] of Object.entries(PIECES)) {
      const [small, large] = [textOf(piece, characters), textOf(piece, 4 * characters)];
      let times = Number.POSITIVE_INFINITY;
      for (let attempt = 0; attempt < TRIES && times > MOST; attempt++) {
        const taken = await timeOf(() => run(large));
        if (taken < LEAST) times = 0;
        else times = Math.min(times, taken / Math.max(LEAST / 16, await timeOf(() => run(small))));
      }
      assert.ok(times <= MOST, `${kind}: ${times.toFixed(1)} times`);
    }
  });
}
