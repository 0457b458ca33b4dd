/** Tier 1: what one passage says about one claim. Deterministic; no network, no clock. */
import type { Relationship } from '#contracts/vocabulary.ts';
import type { ExtractedClaim, PassageJudgement } from '#engine/types.ts';
import { type Comparison, compare } from './comparison.ts';
import { explain } from './explanation.ts';
import { decide, type GateDecision } from './gate.ts';

/** The part of a claim that judging needs. */
export type JudgeableClaim = Pick<ExtractedClaim, 'normalized_claim' | 'sentence' | 'ambiguous_dependencies'>;

/** Share of the claim's words from which a passage counts as speaking of its subject matter. */
const CONTEXT_COVERAGE = 0.34;

function relationshipOf(comparison: Comparison, gate: GateDecision): Relationship {
  if (gate.allowed !== 'neither') return gate.allowed;
  if (comparison.coverage < CONTEXT_COVERAGE) return 'unresolved';
  return 'context';
}

/**
 * Judges one passage. `title` is the title of the passage's document, which may say what a pronoun in it means.
 * A claim with an unresolved pronoun is judged as it stands: its subject can't be found, so nothing supports it.
 */
export function judgePassage(
  claim: JudgeableClaim,
  passageText: string,
  title: string | null = null,
): PassageJudgement {
  const comparison = compare(claim.normalized_claim, passageText, title);
  const gate = decide(comparison);
  const relationship = relationshipOf(comparison, gate);
  const grounds = relationship === 'unresolved' ? ['unrelated', ...gate.grounds] : gate.grounds;
  const probability = gate.allowed === 'neither' ? 0.9 : 0.85;
  return { relationship, probability, explanation: explain(comparison, relationship, grounds), grounds };
}
