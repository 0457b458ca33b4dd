/** Measures how many of the text's claims were extracted and could be searched. */
import type { CoverageStatus } from '#contracts/vocabulary.ts';
import { round4 } from '#engine/rounding.ts';
import type { Summary, SummaryInput } from '#engine/types/summary.ts';
import { isMaterial } from './measures.ts';

/** A score that falls short of the threshold by no more than this counts as qualified. */
const QUALIFIED_MARGIN = 0.15;

/**
 * score = min(1, extracted material claims ÷ estimated material claims); 1 if nothing was to be extracted. The status is derived
 * from the rounded score, so that it can be verified from the published one.
 */
export function coverageOf(input: SummaryInput): Summary['coverage'] {
  const extracted = input.claims.filter(isMaterial).length;
  const estimated = input.estimated_material_claims;
  const score = estimated === 0 ? 1 : round4(Math.min(1, extracted / estimated));
  return {
    score,
    status: statusOf(score, input),
    extracted_material_claims: extracted,
    estimated_material_claims: estimated,
    method: input.estimate_method,
    threshold: input.coverage_threshold,
    missing_or_uncertain_spans: [...input.missing_spans],
  };
}

/**
 * - complete: the score reaches the threshold and none of the following holds.
 * - qualified: the score falls short by no more than the margin, some claims could not be searched, there was no claim at all
 *   (white space), something was passed over, the text was not read to its end, or only parts of it were requested.
 * - incomplete: the score falls short by more.
 *
 * Unsearched or unread parts lower complete to qualified. They never make up for claims that were not extracted.
 */
function statusOf(score: number, input: SummaryInput): CoverageStatus {
  if (score < round4(input.coverage_threshold - QUALIFIED_MARGIN)) return 'incomplete';
  const searchedAll = input.unsearched_claims === 0 && input.claims.length > 0;
  const readAll = input.unread_from === null && input.missing_spans.length === 0 && !input.is_part;
  return score >= input.coverage_threshold && searchedAll && readAll ? 'complete' : 'qualified';
}
