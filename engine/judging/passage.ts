/** Tier 1: what one passage says about one claim. Deterministic; no network, no clock. */
import type { Relationship } from '#contracts/vocabulary.ts';
import type { ExtractedClaim, PassageJudgement } from '#engine/types.ts';
import { type Comparison, compare } from './comparison.ts';
import { explain } from './explanation.ts';
import { featuresOf } from './features.ts';
import { abstentionReliability, type Findings, findingsOf } from './findings.ts';
import { decide } from './gate.ts';
import { predict, shippedModel } from './model.ts';

/** The part of a claim that judging needs. */
export type JudgeableClaim = Pick<ExtractedClaim, 'normalized_claim' | 'sentence' | 'ambiguous_dependencies'>;

/** Share of the claim's words from which a passage counts as speaking of its subject matter. */
const CONTEXT_COVERAGE = 0.34;

/** Below this the model's doubt outweighs the rules: the passage is left unresolved. */
const MINIMUM_PROBABILITY = 0.5;

interface Decision {
  relationship: Relationship;
  probability: number;
  grounds: string[];
}

/** The rules say what is possible, the model how likely it is; it never turns "neither" into anything else. */
function resolve(comparison: Comparison): Decision {
  const gate = decide(comparison);
  if (gate.allowed === 'neither') {
    const isRelated = comparison.coverage >= CONTEXT_COVERAGE;
    return {
      relationship: isRelated ? 'context' : 'unresolved',
      // The training sets hold next to no passages that are related and still decide nothing, so the model takes
      // relatedness for decision and has no say here.
      probability: abstentionReliability(comparison.coverage),
      grounds: isRelated ? gate.grounds : ['unrelated', ...gate.grounds],
    };
  }
  const probability = predict(shippedModel(), featuresOf(comparison, gate))[gate.allowed];
  if (probability >= MINIMUM_PROBABILITY) return { relationship: gate.allowed, probability, grounds: gate.grounds };
  return { relationship: 'unresolved', probability: 1 - probability, grounds: ['low_certainty', ...gate.grounds] };
}

/** A judgement with what it found of the claim. */
export interface Examination {
  judgement: PassageJudgement;
  findings: Findings;
}

/**
 * Judges one passage. `title` is the title of the passage's document, which may say what a pronoun in it means.
 * A claim whose pronouns or descriptions could not be resolved is never decided: its subject may be another one.
 */
export function examinePassage(claim: JudgeableClaim, passageText: string, title: string | null): Examination {
  const comparison = compare(claim.normalized_claim, passageText, title);
  const decision = resolve(comparison);
  const isDecided = decision.relationship === 'supports' || decision.relationship === 'contradicts';
  // "The company" of the text need not be the company of the passage.
  const isOpen = isDecided && claim.ambiguous_dependencies.length > 0;
  const relationship = isOpen ? 'unresolved' : decision.relationship;
  const grounds = isOpen ? ['ambiguous', ...decision.grounds] : decision.grounds;
  const probability = isOpen ? abstentionReliability(comparison.coverage) : decision.probability;
  const judgement = {
    relationship,
    probability: Math.round(probability * 1000) / 1000,
    explanation: explain(comparison, relationship, grounds),
    grounds,
  };
  return { judgement, findings: findingsOf(comparison) };
}

/** The judgement of `examinePassage` alone. */
export function judgePassage(
  claim: JudgeableClaim,
  passageText: string,
  title: string | null = null,
): PassageJudgement {
  return examinePassage(claim, passageText, title).judgement;
}
