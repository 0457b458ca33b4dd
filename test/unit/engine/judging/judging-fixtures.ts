import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CREDIBLE } from '#engine/judging/configuration.ts';
import { judgePassage } from '#engine/judging/passage.ts';

type Case = [claim: string, passage: string, title?: string];

/** What one passage says of one claim, if it says so credibly. */
export function credibly(claim: string, passage: string, title: string | null = null) {
  const judgement = judgePassage(
    { normalized_claim: claim, sentence: claim, ambiguous_dependencies: [] },
    passage,
    title,
  );
  const isDecided = judgement.relationship === 'supports' || judgement.relationship === 'contradicts';
  const says = isDecided && judgement.probability >= CREDIBLE ? judgement.relationship : 'nothing';
  return { says, judgement };
}

/** One test per case: the passage says just that of the claim. */
export function decides(expected: 'supports' | 'contradicts' | 'nothing', cases: readonly Case[]): void {
  for (const [claim, passage, title] of cases) {
    test(`${expected}: ${claim} | ${passage}`, () => {
      const { says, judgement } = credibly(claim, passage, title ?? null);
      assert.equal(says, expected, judgement.explanation);
    });
  }
}
