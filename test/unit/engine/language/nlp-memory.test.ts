/** What the tagger remembers of words that it does not know. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { analyse } from '#engine/language/nlp.ts';

const MEGABYTE = 1e6;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

function heapInUse(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

/** Analyses `count` words that nobody has used before. */
function invent(from: number, count: number): void {
  for (let at = from; at < from + count; at += 100) {
    const words = Array.from({ length: 100 }, (_, i) => `W${((at + i) * 7919).toString(36)}x`);
    analyse(`They met ${words.join(' ')} there.`);
  }
}

test('words without end leave the memory as it was, and the analysis of others', () => {
  const sentence = "The 23 engineers didn't build Gustave's tower in 1889.";
  const before = analyse(sentence);
  invent(0, 40_000);
  const heap = heapInUse();
  invent(40_000, 160_000);
  const growth = heapInUse() - heap;
  assert.ok(growth < 15 * MEGABYTE, `grew by ${growth} bytes`);
  assert.deepEqual(analyse(sentence), before);
});
