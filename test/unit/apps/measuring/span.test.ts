import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { haveSpan } from '#apps/measuring/span.ts';

describe('a gold span is had by', () => {
  const cases: [string[], boolean][] = [
    [['The gate opened at nine, and the pool at ten.'], true],
    [['The gate opened at nine', 'the pool at ten'], true],
    [['The gate opened at nine'], false],
    [['the pool at ten'], false],
    [['At last, the gate opened at nine', 'the pool at ten'], false],
    [['The gate opened at nine', 'the pool at ten, and nobody came'], false],
    [[], false],
  ];
  for (const [texts, expected] of cases)
    test(`${texts.join(' | ')}: ${expected}`, () =>
      assert.equal(haveSpan(texts, 'The gate opened at nine, and the pool at ten'), expected));
});
