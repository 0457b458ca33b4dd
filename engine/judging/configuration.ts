/** The judge's version and the rules of the six base profiles. */
import type { BaseProfile } from '#contracts/vocabulary.ts';
import type { PolicyRules } from '#engine/types/judging.ts';

/**
 * Version of the judge's rules and models, stored in every result. Raise it with the first change after a release that can alter
 * a verdict. Further changes before the next release keep the new version.
 */
export const JUDGE_CONFIGURATION = 'local-judge-2.0.0';

function rules(base: BaseProfile, sources: number, authoritative: boolean, threshold: number): PolicyRules {
  return {
    base_profile: base,
    minimum_independent_sources: sources,
    authoritative_source_can_decide: authoritative,
    coverage_threshold: threshold,
  };
}

/** What each base profile requires for a verdict. */
export const POLICY_TABLE: Readonly<Record<BaseProfile, PolicyRules>> = {
  general_web: rules('general_web', 2, true, 0.8),
  research_citations: rules('research_citations', 2, true, 0.85),
  legal_regulatory: rules('legal_regulatory', 1, true, 0.9),
  medical_clinical: rules('medical_clinical', 2, false, 0.9),
  finance_markets: rules('finance_markets', 2, true, 0.85),
  internal_enterprise: rules('internal_enterprise', 1, true, 0.75),
};

/**
 * Probability that a relationship found by a language model is right, given that its answer passed the checks. These are starting
 * values, to be adjusted by evaluation: no calibration set for models exists yet.
 */
export const MODEL_PROBABILITY = {
  /** Backed by literal quotes from the passage. */
  quoted: 0.93,
  /** Backed by quotes from several passages that decide only together. */
  joined: 0.9,
  /** From a model that only answers yes or no, if its server gives no probabilities. */
  grounding: 0.8,
  /** The highest value for such a model, if it is sure of its answer. */
  surestGrounding: 0.9,
} as const;

/** Maximum number of passages kept per claim and side (supporting, opposing, contextual). */
export const PASSAGES_PER_SIDE = 8;

/** Minimum probability at which a relationship counts towards a verdict. */
export const CREDIBLE = 0.7;
