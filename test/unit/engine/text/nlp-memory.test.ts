/** What the tagger takes of the memory, and what it remembers of words that it does not know. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const MEGABYTE = 1e6;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

function heapInUse(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

const before = heapInUse();
const { analyse } = await import('#engine/text/nlp.ts');
analyse('Ready.');

/** Analyses `count` words that nobody has used before. */
function invent(from: number, count: number): void {
  for (let at = from; at < from + count; at += 100) {
    const words = Array.from({ length: 100 }, (_, i) => `W${((at + i) * 7919).toString(36)}x`);
    analyse(`They met ${words.join(' ')} there.`);
  }
}

test('the language model is in memory once, not as it was read as well', async () => {
  let ofModel = heapInUse() - before;
  // What was read is let go in a later turn, and on a busy machine some turns later.
  for (let turn = 0; ofModel >= 19 * MEGABYTE && turn < 100; turn++) {
    await setTimeout(50);
    ofModel = heapInUse() - before;
  }
  assert.ok(ofModel < 19 * MEGABYTE, `it takes ${ofModel} bytes`);
});

test('words without end leave the memory as it was, and the analysis of others', () => {
  const sentence = "The 23 engineers didn't build Gustave's tower in 1889.";
  const before = analyse(sentence);
  /** With the model, which may just have been let go. */
  const heapWithModel = () => {
    analyse(sentence);
    return heapInUse();
  };
  invent(0, 40_000);
  const heap = heapWithModel();
  invent(40_000, 160_000);
  const growth = heapWithModel() - heap;
  assert.ok(growth < 15 * MEGABYTE, `grew by ${growth} bytes`);
  assert.deepEqual(analyse(sentence), before);
});
