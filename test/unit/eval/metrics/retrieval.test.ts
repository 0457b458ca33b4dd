import assert from 'node:assert/strict';
import { test } from 'node:test';
import { retrievalFigures } from '#eval/metrics/retrieval.ts';
import { openClaim, row, wrongClaim } from '../rows.ts';

test('gold passages are counted among the first one, three and eight', () => {
  const figures = retrievalFigures([
    row({ retrieval: { alone: [1], retrieved: [true], shown: [true] } }),
    row({ retrieval: { alone: [3, 9], retrieved: [true, true], shown: [false, true] } }),
    wrongClaim({ retrieval: { alone: [8, 2], retrieved: [true, false], shown: [false, false] } }),
    wrongClaim({ retrieval: { alone: [null], retrieved: [false], shown: [false] } }),
    openClaim(),
  ]);
  assert.deepEqual(
    figures.any_quote.map(({ depth, share }) => [depth, share.part, share.whole]),
    [
      [1, 1, 4],
      [3, 3, 4],
      [8, 3, 4],
    ],
  );
  assert.deepEqual(
    figures.every_quote.map(({ depth, share }) => [depth, share.part]),
    [
      [1, 1],
      [3, 1],
      [8, 2],
    ],
  );
  assert.deepEqual(figures.retrieved, { part: 3, whole: 4, value: 0.75 });
  assert.deepEqual(figures.shown, { part: 2, whole: 4, value: 0.5 });
});
