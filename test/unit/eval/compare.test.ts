import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ClaimRow } from '#eval/claim-row.ts';
import { compareRuns } from '#eval/compare.ts';
import { row, wrongClaim } from './rows.ts';

const run = (rows: ClaimRow[], sets: { set: string; measures: Record<string, number | null> }[] = []) => ({
  made_at: '2026-01-01T00:00:00.000Z',
  made: { claims: rows.length, stray: 0 },
  rows,
  sets,
});

describe('compareRuns', () => {
  const before = run([
    row({ number: 1 }),
    row({ number: 2, said: 'unverifiable' }),
    wrongClaim({ number: 3, said: 'unverifiable' }),
    wrongClaim({ number: 4, said: 'contradicted' }),
  ]);
  const after = run([
    row({ number: 1, said: 'unverifiable' }),
    row({ number: 2 }),
    wrongClaim({ number: 3, said: 'supported' }),
    wrongClaim({ number: 4, said: 'contradicted' }),
  ]);

  test('tells which claims got worse, better, or wrong in another way', () => {
    const { claims } = compareRuns(before, after);
    assert.deepEqual(
      claims.map((claim) => [claim.after.number, claim.trend]),
      [
        [1, 'worse'],
        [2, 'better'],
        [3, 'same'],
      ],
    );
  });

  test('tells which figures got better, where lower may be better', () => {
    const trends = new Map(compareRuns(before, after).figures.map(({ name, trend }) => [name, trend]));
    assert.equal(trends.get('settled_rightly'), 'same');
    assert.equal(trends.get('let_through'), 'worse');
    assert.equal(trends.get('precision_supported'), 'worse');
    assert.equal(compareRuns(after, before).figures.find(({ name }) => name === 'let_through')!.trend, 'better');
  });

  test('only claims of both runs count', () => {
    const { figures, claims, only_before, only_after } = compareRuns(
      run([row({ number: 1 }), row({ number: 2, said: 'contradicted' })]),
      run([row({ number: 1 }), row({ number: 3, said: 'contradicted' })]),
    );
    assert.deepEqual([only_before, only_after, claims], [1, 1, []]);
    assert.equal(figures.find(({ name }) => name === 'settled_rightly')!.after, 1);
  });

  test('a claim that was edited is another claim', () => {
    const { only_before, only_after } = compareRuns(run([row()]), run([row({ claim: 'It was opened in 1887.' })]));
    assert.deepEqual([only_before, only_after], [1, 1]);
  });

  test('measures of sets are compared by name, new ones are no change', () => {
    const { figures } = compareRuns(
      run([], [{ set: 'fever', measures: { accuracy: 0.5 } }]),
      run(
        [],
        [
          { set: 'fever', measures: { accuracy: 0.6, macro_f1: 0.4, kept_whole: 0.3 } },
          { set: 'wice', measures: { accuracy: 0.7 } },
        ],
      ),
    );
    assert.deepEqual(
      figures.map(({ name, trend }) => [name, trend]),
      [
        ['fever.accuracy', 'better'],
        ['fever.macro_f1', 'same'],
      ],
    );
  });
});
