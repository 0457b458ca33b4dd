/** Random numbers that can be drawn again. */
import type { TestContext } from 'node:test';

/** Returns an integer from 0 to below the bound. */
export type RandomNumbers = (below: number) => number;

/** The mulberry32 generator: the same numbers on every machine. */
export function randomNumbers(seed: number): RandomNumbers {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** Other numbers in every run; the test reports its seed, and `FC_SEED=<seed>` draws the same again. */
export function numbersFor(context: TestContext): RandomNumbers {
  const seed = Number(process.env.FC_SEED ?? Date.now() % 2 ** 31);
  context.diagnostic(`seed ${seed}: ${context.name}`);
  return randomNumbers(seed);
}
