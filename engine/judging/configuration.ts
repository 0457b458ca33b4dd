/** The judge's version and the rules of the six base profiles. */
import type { BaseProfile } from '#contracts/vocabulary.ts';
import type { PolicyRules } from '#engine/types/judging.ts';

/**
 * Version of rules and model, stored in every result. Raise it with the first change after a release that can alter a
 * verdict; a version that no release has had yet keeps its name.
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
 * Probability that a relationship is right which a language model has read and whose words stand up to the checks.
 * Starting values, to be moved by evaluation: no calibration set for models is recorded yet.
 */
export const MODEL_PROBABILITY = {
  /** With literal quotes from the passage. */
  quoted: 0.93,
  /** With quotes of several passages that decide together. */
  joined: 0.9,
  /** Of a model that only says yes or no, where its server gives no probabilities. */
  grounding: 0.8,
  /** Of such a model that is sure of itself. */
  surestGrounding: 0.9,
} as const;

/** Maximum number of passages kept per claim and side (supporting, opposing, contextual). */
export const PASSAGES_PER_SIDE = 8;

/** Minimum probability of a relationship that counts towards a verdict. */
export const CREDIBLE = 0.7;
