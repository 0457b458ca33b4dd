import assert from 'node:assert/strict';
import { test } from 'node:test';
import { extractionFigures } from '#eval/metrics/extraction.ts';
import { opinion, row } from '../rows.ts';

test('extraction is counted per gold claim', () => {
  const figures = extractionFigures(
    [
      row(),
      row({ extraction: { own: 3, wide: 0, exact: false, checkable: true } }),
      row({ extraction: { own: 0, wide: 1, exact: false, checkable: true } }),
      row({ extraction: { own: 0, wide: 0, exact: false, checkable: false }, said: 'none' }),
      opinion(),
      opinion({ said: 'unverifiable', extraction: { own: 1, wide: 0, exact: true, checkable: true } }),
    ],
    { claims: 10, stray: 2 },
  );
  assert.deepEqual(figures, {
    found: { part: 5, whole: 6, value: 5 / 6 },
    exact_span: { part: 3, whole: 6, value: 0.5 },
    split: { part: 1, whole: 6, value: 1 / 6 },
    merged: { part: 1, whole: 6, value: 1 / 6 },
    claims_per_found: 6 / 4,
    checkable_kept: { part: 3, whole: 4, value: 0.75 },
    not_checkable_kept_out: { part: 1, whole: 2, value: 0.5 },
    stray: { part: 2, whole: 10, value: 0.2 },
  });
});

test('without claims there is nothing to measure', () => {
  const figures = extractionFigures([], { claims: 0, stray: 0 });
  assert.equal(figures.found.value, null);
  assert.equal(figures.claims_per_found, null);
});
