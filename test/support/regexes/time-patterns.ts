/** A thread that searches hostile texts and measures its own processor time; the pattern at work stands in shared memory. */
import { parentPort, workerData } from 'node:worker_threads';
import { Hostile, randomOf } from './hostile-texts.ts';
import type { ProductRegex } from './product-regexes.ts';

export interface Job {
  patterns: readonly ProductRegex[];
  texts: number;
  seed: number;
  /** What a search may take, as a multiple of the reference's. */
  most: number;
  /** Index of the pattern at work, and how many searches have begun. */
  now: SharedArrayBuffer;
}
export interface Measured {
  /** Highest multiples first. */
  slowest: { where: string; times: number }[];
  tooSlow: { where: string; times: number; text: string }[];
}

/**
 * Linear, and of the product's kind: words, of letters and digits of all scripts, in any case. It finds nothing, so that it
 * is tried at every place.
 */
const REFERENCE =
  /(?<![\p{L}\p{N}])(?:\p{L}[\p{L}\p{N}'’-]{0,30}|\s{1,8}|[^\p{L}\s]{1,8})(?: \p{L}{1,30}){0,3}\u{f8fe}/giu;
const SIZES = [4_000, 8_000];
/** What a measurement adds by itself, in microseconds, and what a text takes at least. */
const LEAST_US = 60;
const TRIES = 4;

const { patterns, texts, seed, most, now } = workerData as Job;
const at = new Int32Array(now);
const random = randomOf(seed);
const compiled = patterns.map(({ source, flags }) => new RegExp(source, `${flags.replaceAll(/[gy]/g, '')}g`));
const hostile = patterns.map(({ source, flags }) => new Hostile(source, flags, random));
const worst = new Map<string, number>();
const tooSlow: Measured['tooSlow'] = [];

for (let i = 0; i < texts; i++) {
  const by = i % patterns.length;
  const text = hostile[by]!.text(SIZES[i % SIZES.length]!);
  // Another pattern reads it too: what one looks for is what slows its neighbours.
  for (const index of [by, Math.floor(random() * patterns.length)]) {
    Atomics.store(at, 0, index);
    Atomics.add(at, 1, 1);
    let times = Number.POSITIVE_INFINITY;
    // Collecting garbage counts too: only what is slow every time is slow.
    for (let attempt = 0; attempt < TRIES && times > most; attempt++) {
      const reference = Math.max(LEAST_US, timeOf(REFERENCE, text));
      times = Math.min(times, timeOf(compiled[index]!, text) / reference);
    }
    const { where } = patterns[index]!;
    worst.set(where, Math.max(worst.get(where) ?? 0, times));
    if (times > most) tooSlow.push({ where, times, text: `${text.slice(0, 60)}…${text.slice(-20)}` });
  }
}
const slowest = [...worst]
  .map(([where, times]) => ({ where, times }))
  .sort((a, b) => b.times - a.times)
  .slice(0, 5);
parentPort!.postMessage({ slowest, tooSlow } satisfies Measured);

function timeOf(pattern: RegExp, text: string): number {
  const { user, system } = process.threadCpuUsage();
  pattern.lastIndex = 0;
  text.replace(pattern, '');
  const after = process.threadCpuUsage();
  return after.user + after.system - user - system;
}
