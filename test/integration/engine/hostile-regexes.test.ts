/**
 * Hostile texts over every regular expression of privacy, text, values, syntax, retrieval and models, by processor time. The proof in
 * test/unit/regexes bounds how their time grows; this bounds what they take, which high bounds of repetitions raise.
 * HOSTILE_TEXTS sets the number of texts, HOSTILE_SEED draws others.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { composedBy, scanProduct } from '#test/support/regexes/product-regexes.ts';
import type { Job, Measured } from '#test/support/regexes/time-patterns.ts';

const TEXTS = Number(process.env.HOSTILE_TEXTS ?? 2_000);
const SEED = Number(process.env.HOSTILE_SEED ?? 20_261_128);
/** What a search may take, as a multiple of what a linear reference takes over the same text. */
const MOST = 20;
const FOLDERS = /^(?:engine\/(?:privacy|text|values|syntax|retrieval|judging\/model)|platform\/models)\//;
/** No text takes longer than some milliseconds: a pattern that is at work for so long does not end. */
const STUCK_MS = 60_000;

test('no hostile text takes a pattern 20 times as long as a linear reference', async (context) => {
  const { literals, composing } = scanProduct();
  const patterns = [...literals, ...(await composedBy(composing))].filter(({ where }) => FOLDERS.test(where));
  assert.ok(patterns.length > 200, `only ${patterns.length} patterns`);
  const { slowest, tooSlow } = await measured({ patterns, texts: TEXTS, seed: SEED, most: MOST });
  for (const { where, times } of slowest) context.diagnostic(`${times.toFixed(1)} times the reference: ${where}`);
  assert.deepEqual(tooSlow, []);
});

test('a pattern that is not linear is found, and one that does not end is stopped', async () => {
  const slow = { source: '\\s+$', flags: '', where: 'slow' };
  const { tooSlow } = await measured({ patterns: [slow], texts: 20, seed: SEED, most: MOST });
  assert.ok(tooSlow.length > 0);
  const endless = { source: '(?:a|a)*b', flags: '', where: 'endless' };
  await assert.rejects(measured({ patterns: [endless], texts: 20, seed: SEED, most: MOST }, 2_000), /endless/);
});

/** Rejects with the pattern that is still at work when nothing else has begun for so long. */
async function measured(job: Omit<Job, 'now'>, stuckMs = STUCK_MS): Promise<Measured> {
  const now = new SharedArrayBuffer(8);
  const seen = new Int32Array(now);
  const worker = new Worker(new URL('../../support/regexes/time-patterns.ts', import.meta.url), {
    workerData: { ...job, now } satisfies Job,
  });
  const result = Promise.withResolvers<Measured>();
  worker.once('message', result.resolve);
  worker.once('error', result.reject);
  let last = -1;
  const watch = setInterval(() => {
    if (seen[1] === last) result.reject(new Error(`still at work: ${job.patterns[seen[0]!]!.where}`));
    last = seen[1]!;
  }, stuckMs);
  try {
    return await result.promise;
  } finally {
    clearInterval(watch);
    await worker.terminate();
  }
}
