import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { precisionAt, riskCoverage, riskCoverageFigures } from '#eval/metrics/risk-coverage.ts';
import { openClaim, opinion, row, wrongClaim } from '../rows.ts';

describe('riskCoverage', () => {
  const decisions = [
    { reliability: 0.7, right: false },
    { reliability: 0.9, right: true },
    { reliability: 0.8, right: true },
    { reliability: 0.8, right: false },
  ];
  const points = riskCoverage(decisions, 8);

  test('takes the surest first and equals together', () => {
    assert.deepEqual(points, [
      { reliability: 0.9, coverage: 1 / 8, precision: 1 },
      { reliability: 0.8, coverage: 3 / 8, precision: 2 / 3 },
      { reliability: 0.7, coverage: 4 / 8, precision: 2 / 4 },
    ]);
  });

  test('precision at a coverage is that of the first point that reaches it', () => {
    assert.equal(precisionAt(points, 0.2), 2 / 3);
    assert.equal(precisionAt(points, 0.5), 0.5);
    assert.equal(precisionAt(points, 0.6), null);
  });
});

test('coverage counts checkable claims, and decisions that settle one', () => {
  const figures = riskCoverageFigures([
    row({ reliability: 0.9 }),
    wrongClaim({ said: 'supported', reliability: 0.8 }),
    wrongClaim({ said: 'contradicted', reliability: 0.7 }),
    openClaim(),
    opinion(),
  ]);
  assert.deepEqual(figures.decided, { part: 3, whole: 4, value: 0.75 });
  assert.deepEqual(
    figures.both.map(({ coverage, precision }) => [coverage, precision]),
    [
      [0.25, 1],
      [0.5, 0.5],
      [0.75, 2 / 3],
    ],
  );
  assert.deepEqual(
    figures.supported.map(({ precision }) => precision),
    [1, 0.5],
  );
  assert.equal(figures.precision_at_50, 0.5);
});
