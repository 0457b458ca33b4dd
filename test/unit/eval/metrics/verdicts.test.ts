import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { verdictFigures } from '#eval/metrics/verdicts.ts';
import { openClaim, opinion, row, wrongClaim } from '../rows.ts';

const ROWS = [
  row({ how: 'literal' }),
  row({ how: 'literal', said: 'unverifiable' }),
  row({ how: 'synonym', said: 'contradicted' }),
  row({ how: 'synonym', said: 'disputed' }),
  wrongClaim({ error: 'date', said: 'contradicted' }),
  wrongClaim({ error: 'date', said: 'supported' }),
  wrongClaim({ error: 'name', said: 'none' }),
  openClaim(),
  openClaim({ said: 'supported' }),
  opinion(),
];

describe('verdictFigures', () => {
  const figures = verdictFigures(ROWS);

  test('claims that the documents settle, settled rightly', () => {
    assert.deepEqual(figures.settled_rightly, { part: 2, whole: 7, value: 2 / 7 });
  });

  test('precision counts what was said, recall what gold says', () => {
    assert.deepEqual(figures.precision_supported, { part: 1, whole: 3, value: 1 / 3 });
    assert.deepEqual(figures.precision_contradicted, { part: 1, whole: 2, value: 0.5 });
    assert.deepEqual(figures.recall_supported, { part: 1, whole: 4, value: 0.25 });
    assert.deepEqual(figures.recall_contradicted, { part: 1, whole: 3, value: 1 / 3 });
  });

  test('wrong claims let through as supported', () => {
    assert.deepEqual(figures.let_through, { part: 1, whole: 3, value: 1 / 3 });
  });

  test('by kind of reading and kind of mistake, the opposite apart', () => {
    assert.deepEqual(figures.by_reading, [
      { kind: 'literal', claims: 2, right: 1, wrong: 0 },
      { kind: 'synonym', claims: 2, right: 0, wrong: 2 },
    ]);
    assert.deepEqual(figures.by_mistake, [
      { kind: 'date', claims: 2, right: 1, wrong: 1 },
      { kind: 'name', claims: 1, right: 0, wrong: 0 },
    ]);
  });

  test('the table counts every claim once', () => {
    const supported = figures.table.find(({ gold }) => gold === 'supported')!;
    assert.deepEqual(supported.said, {
      supported: 1,
      contradicted: 1,
      disputed: 1,
      unverifiable: 1,
      not_checkable: 0,
      none: 0,
    });
    const counted = figures.table.flatMap(({ said }) => Object.values(said)).reduce((sum, count) => sum + count, 0);
    assert.equal(counted, ROWS.length);
  });
});
