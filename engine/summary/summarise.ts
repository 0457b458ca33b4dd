/** Builds the summary of a whole verification from its judged claims. */
import { VERDICTS, type Verdict } from '#contracts/vocabulary.ts';
import type { Summary, SummaryInput } from '#engine/types/summary.ts';
import { abstentionOf } from './abstention.ts';
import { coverageOf } from './coverage.ts';
import { degradationsOf } from './degradations.ts';
import { plural } from './measures.ts';
import { riskOf } from './risk.ts';
import { statementOf } from './statement.ts';

export { RISK_MODEL_VERSION } from './risk.ts';

const NO_GUARANTEE =
  'A claim shown as supported has sufficient suitable evidence under the active policy; that is not a guarantee.';

/**
 * Returns counts, coverage, risk, abstention, overall statement and limitations. Scores are rounded to four decimals. Pure: equal
 * inputs give equal summaries.
 */
export function summarise(input: SummaryInput): Summary {
  const counts = countVerdicts(input);
  const coverage = coverageOf(input);
  return {
    counts,
    coverage,
    risk: riskOf(input.claims, coverage.status),
    abstention: abstentionOf(input.claims),
    overall_statement: statementOf(input, counts, coverage),
    limitations: limitationsOf(input, counts),
  };
}

function countVerdicts(input: SummaryInput): Record<Verdict, number> {
  const counts = Object.fromEntries(VERDICTS.map((verdict) => [verdict, 0])) as Record<Verdict, number>;
  for (const claim of input.claims) counts[claim.verdict]++;
  return counts;
}

/** All limitations without duplicates, those of the text first. */
function limitationsOf(input: SummaryInput, counts: Record<Verdict, number>): string[] {
  const own: string[] = [];
  if (input.unsearched_claims > 0) {
    own.push(
      `${plural(input.unsearched_claims, 'claim')} could not be searched, so the absence of evidence for ${input.unsearched_claims === 1 ? 'it' : 'them'} means nothing.`,
    );
  }
  if (counts.supported > 0) own.push(NO_GUARANTEE);
  return [...new Set([...input.limitations, ...degradationsOf(input.claims), ...own])];
}
