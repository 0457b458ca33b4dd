/** Tier 1: judges one claim by one passage and collects the findings. Deterministic: uses no network and no clock. */

import type { ExtractedClaim } from '#engine/types/extraction.ts';
import type { PassageJudgement } from '#engine/types/judging.ts';
import { explain } from './explain/explanation.ts';
import { hintOf } from './explain/hint.ts';
import { nearest } from './explain/near.ts';
import { reliabilityOf } from './explain/reliability.ts';
import { abstentionReliability, type Findings, findingsOf } from './findings.ts';
import { judgeRead, NO_CONTEXT, type PassageContext, type Ruling } from './judge.ts';
import { readClaim } from './read/claim.ts';
import { readPassage } from './read/passage.ts';
import { subjectOfTitle } from './read/subject.ts';

/** The part of a claim that judging needs. */
export type JudgeableClaim = Pick<ExtractedClaim, 'normalized_claim' | 'sentence' | 'ambiguous_dependencies'>;

/** Minimum coverage of the claim at which a passage counts as related to it. */
const CONTEXT_COVERAGE = 0.34;

/** A judgement and the findings behind it. */
export interface Examination {
  judgement: PassageJudgement;
  findings: Findings;
}

function decided({
  relationship,
  grounds,
}: Ruling): Pick<PassageJudgement, 'relationship' | 'probability' | 'grounds'> | null {
  if (relationship !== 'supports' && relationship !== 'contradicts') return null;
  return {
    relationship,
    probability: Math.round(reliabilityOf(relationship, grounds) * 1000) / 1000,
    grounds: grounds.length === 0 ? ['verbatim'] : [...grounds],
  };
}

function open(coverage: number): Pick<PassageJudgement, 'relationship' | 'probability' | 'grounds'> {
  const isRelated = coverage >= CONTEXT_COVERAGE;
  return {
    relationship: isRelated ? 'context' : 'unresolved',
    probability: abstentionReliability(coverage),
    grounds: isRelated ? [] : ['unrelated'],
  };
}

/**
 * Judges a claim by one passage. `context` holds the title, the heading and the opening of the passage's document. They state
 * nothing themselves, but may tell what the passage refers to. A claim with unresolved pronouns or descriptions is never decided,
 * because its subject may be somebody or something else.
 */
export function examinePassage(
  claim: JudgeableClaim,
  passage: string,
  context: PassageContext = NO_CONTEXT,
): Examination {
  const { normalized_claim: text, ambiguous_dependencies: ambiguous } = claim;
  const read = readPassage(passage);
  const ruling = judgeRead(text, read, context);
  const above = [subjectOfTitle(context.title), subjectOfTitle(context.heading)];
  const near = nearest(readClaim(text), read, above);
  const coverage = near?.coverage ?? 0;
  const said = decided(ruling);
  const isAmbiguous = said !== null && ambiguous.length > 0;
  const judgement = isAmbiguous
    ? {
        relationship: 'unresolved' as const,
        probability: abstentionReliability(coverage),
        grounds: ['ambiguous', ...said.grounds],
      }
    : (said ?? open(coverage));
  const shown = isAmbiguous ? { ...ruling, relationship: 'unresolved' as const } : ruling;
  return {
    judgement: { ...judgement, explanation: explain(shown, near, isAmbiguous) },
    findings: findingsOf(near, ruling, hintOf(near)),
  };
}

/** Like `examinePassage`, but returns only the judgement. */
export function judgePassage(claim: JudgeableClaim, passage: string, title: string | null = null): PassageJudgement {
  return examinePassage(claim, passage, { ...NO_CONTEXT, title }).judgement;
}
