import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CREDIBLE } from '#engine/judging/configuration.ts';
import { judgePassage } from '#engine/judging/passage.ts';

type Case = [claim: string, passage: string, title?: string];

/** Judges one passage; `says` is 'nothing' unless it decides the claim credibly. */
export function judgeCredibly(claim: string, passage: string, title: string | null = null) {
  const judgement = judgePassage(
    { normalized_claim: claim, sentence: claim, ambiguous_dependencies: [] },
    passage,
    title,
  );
  const isDecided = judgement.relationship === 'supports' || judgement.relationship === 'contradicts';
  const says = isDecided && judgement.probability >= CREDIBLE ? judgement.relationship : 'nothing';
  return { says, judgement };
}

/** One test per case: the passage has the expected relationship to the claim. */
export function testRelationship(expected: 'supports' | 'contradicts' | 'nothing', cases: readonly Case[]): void {
  for (const [at, [claim, passage, title]] of cases.entries()) {
    test(`${expected} ${at + 1}: ${claim}`, () => {
      const { says, judgement } = judgeCredibly(claim, passage, title ?? null);
      assert.equal(says, expected, `${passage}\n${judgement.explanation}`);
    });
  }
}
