/** Combines the local judge's reading of passages with an NLI model's answers for those that it leaves open. */

import type { ExtractedClaim } from '#engine/types/extraction.ts';
import type { Entailment } from '#engine/types/judging.ts';
import { isDecided } from '../decided.ts';
import { isQuotedClaim } from '../fact-check.ts';
import type { ExaminedPassage } from '../verdict.ts';
import { labelOf } from './label.ts';

/** The passages, judged by both. Decisions of the local judge stay as they are. */
export function withEntailment(
  claim: Pick<ExtractedClaim, 'normalized_claim' | 'ambiguous_dependencies'>,
  passages: readonly ExaminedPassage[],
  { table, scores }: Entailment,
): ExaminedPassage[] {
  // The claim's reference is unclear, so no passage can decide it.
  if (claim.ambiguous_dependencies.length > 0) return [...passages];
  return passages.map((passage, place) => {
    const own = scores[place] ?? null;
    if (own === null || isDecided(passage.judgement)) return passage;
    const titled = { text: passage.text, title: passage.source.title };
    const label = labelOf(claim.normalized_claim, titled, own, table);
    if (label === null) return passage;
    const { relationship, probability } = label;
    if (relationship === 'supports' && isQuotedClaim(passage.judgement)) return passage;
    return {
      ...passage,
      judgement: {
        relationship,
        probability: Math.round(probability * 1000) / 1000,
        explanation: `An NLI model reads in the passage as a whole that it ${relationship} the claim, and its words don't speak against that.`,
        grounds: ['nli'],
      },
    };
  });
}
