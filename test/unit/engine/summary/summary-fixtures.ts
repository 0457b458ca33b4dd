import { MATERIALITIES, VERDICTS } from '#contracts/vocabulary.ts';
import type { SummaryClaim, SummaryInput } from '#engine/types/summary.ts';
import fc from '#test/support/property.ts';

/** A supported claim of medium materiality, except for `change`. */
export function claim(change: Partial<SummaryClaim> = {}): SummaryClaim {
  return {
    ordinal: 0,
    text: 'Acme was founded in 1999.',
    verdict: 'supported',
    materiality: 'medium',
    reliability: 0.9,
    reason_code: 'sufficient_support',
    ...change,
  };
}

export function input(claims: SummaryClaim[], change: Partial<SummaryInput> = {}): SummaryInput {
  return {
    claims: claims.map((each, ordinal) => ({ ...each, ordinal })),
    estimated_material_claims: claims.filter((each) => each.materiality !== 'low').length,
    estimate_method: 'factual clauses',
    missing_spans: [],
    unread_from: null,
    coverage_threshold: 0.8,
    unsearched_claims: 0,
    limitations: [],
    ...change,
  };
}

export const anyClaim: fc.Arbitrary<SummaryClaim> = fc.record({
  ordinal: fc.nat(100),
  text: fc.oneof(fc.string(), fc.constant('It is true. Verified! Really.')),
  verdict: fc.constantFrom(...VERDICTS),
  materiality: fc.constantFrom(...MATERIALITIES),
  reliability: fc.double({ min: 0, max: 1, noNaN: true }),
  hint: fc.constantFrom('differs' as const, 'support' as const, 'none' as const, null),
  reason_code: fc.constantFrom('no_evidence', 'insufficient_sources', 'irrelevant_evidence'),
});

export const anyInput: fc.Arbitrary<SummaryInput> = fc.record({
  claims: fc.array(anyClaim, { maxLength: 30 }),
  estimated_material_claims: fc.nat(40),
  estimate_method: fc.constant('factual clauses'),
  missing_spans: fc.array(fc.string(), { maxLength: 3 }),
  unread_from: fc.constantFrom(null, 7000),
  coverage_threshold: fc.double({ min: 0.65, max: 1, noNaN: true }),
  unsearched_claims: fc.nat(5),
  limitations: fc.array(fc.constantFrom('a', 'b'), { maxLength: 4 }),
});
