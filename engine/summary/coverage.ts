/** How many of the text's claims were extracted and could be searched. */
import type { CoverageStatus } from '#contracts/vocabulary.ts';
import { round4 } from '#engine/rounding.ts';
import type { Summary, SummaryInput } from '#engine/types/summary.ts';
import { isMaterial } from './measures.ts';

/** A score this far below the threshold still counts as qualified. */
const QUALIFIED_MARGIN = 0.15;

/**
 * score = min(1, extracted material claims ÷ estimated material claims); 1 when there was nothing to extract.
 * The status is derived from the rounded score, so it can be checked against the published one.
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
 * complete: the score reaches the threshold; qualified: it falls short by no more than the margin, or some claims could
 * not be searched, or there was no claim at all (white space), or something was passed over or the text was not read to its
 * end, or only parts of it were asked for; incomplete: otherwise. What was not searched or not read lowers complete to qualified, but never makes up for claims
 * that were not extracted.
 */
function statusOf(score: number, input: SummaryInput): CoverageStatus {
  if (score < round4(input.coverage_threshold - QUALIFIED_MARGIN)) return 'incomplete';
  const searchedAll = input.unsearched_claims === 0 && input.claims.length > 0;
  const readAll = input.unread_from === null && input.missing_spans.length === 0 && !input.is_part;
  return score >= input.coverage_threshold && searchedAll && readAll ? 'complete' : 'qualified';
}
