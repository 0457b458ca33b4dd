import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { NO_CONTEXT } from '#engine/judging/judge.ts';
import { compareRuns } from '#eval/compare.ts';
import { articleFigures } from '#eval/metrics/article-figures.ts';
import { workFigures } from '#eval/metrics/work.ts';
import { changesAsText, comparisonAsText, mistakesAsText } from '#eval/report/claims-text.ts';
import { runAsText } from '#eval/report/run-text.ts';
import { priceRules } from '#eval/rules/rules.ts';
import { row, wrongClaim } from '../rows.ts';

const ROWS = [row(), row({ number: 2, said: 'unverifiable' }), wrongClaim({ number: 3, said: 'supported' })];
const MADE = { claims: 4, stray: 1 };
const run = (rows = ROWS) => ({ made_at: '2026-01-01T00:00:00.000Z', made: MADE, rows, sets: [] });

describe('runAsText', () => {
  const text = runAsText({
    figures: articleFigures(ROWS, MADE),
    work: workFigures({ articles: [], milliseconds: 0, processor_milliseconds: 0 }),
    sets: [],
    rules: priceRules([
      {
        id: 'a',
        set: 'pairs',
        claim: 'The shop is open.',
        passages: [{ text: 'The shop is also open.', context: NO_CONTEXT }],
        label: 'supported',
      },
    ]),
  });

  test('shows each figure with what it rests on', () => {
    assert.match(text, /settled rightly +0\.333 +1 of 3\n/);
    assert.match(text, /wrong claims let through as supported +1\.000 +1 of 1\n/);
    assert.match(text, /precision of contradicted +– +– of 0\n/);
  });

  test('shows verdicts as a table of gold and said', () => {
    assert.match(text, /^gold \\ said\n +supported +contradicted/);
    assert.match(text, /\nsupported +1 +0 +0 +1 +0 +0\n/);
  });

  test('says of each rule what it alone decides', () => {
    assert.match(text, /rules of the local judge, on 1 claims with all their evidence, 1 of them settled\n/);
    assert.match(text, /\ndiscourse_word +left over +1 +1 +0\n/);
    assert.match(text, /\nsupports: verbatim +1 +1\n/);
  });

  test('names kinds with what was wrong, and stray claims', () => {
    assert.match(text, /contradicted, by mistake: number 0\/1 \(1 wrong\)/);
    assert.match(text, /1 of the service's claims stray/);
  });
});

test('mistakes are shown with gold, kind, place and reasons', () => {
  const text = mistakesAsText(ROWS);
  assert.match(text, /^unverifiable, gold supported \(literal\), gold passage shown \[bridge 2\]\n {2}The bridge was/);
  assert.match(text, /supported, gold contradicted \(number\).*\[bridge 3\]/);
  assert.doesNotMatch(text, /\[bridge 1\]/);
});

test('a comparison shows changed figures and claims only', () => {
  const comparison = compareRuns(run(), run([ROWS[0]!, row({ number: 2 }), ROWS[2]!]));
  const text = comparisonAsText(comparison);
  assert.match(text, /better +claims that the documents settle, settled rightly +0\.333 +→ +0\.667/);
  assert.doesNotMatch(text, /let through/);
  assert.match(text, /claims: 1 better, 0 worse, 0 wrong in another way; in one run only: 0 before, 0 now/);
  assert.match(changesAsText(comparison.claims), /^better: unverifiable → supported, gold supported .*\[bridge 2\]/);
});
