/** What the sentence says besides the claim: of somebody else, at another time, or of another amount. */
import type { SentenceMatch } from './sentence-match.ts';

export const SURPLUS_FEATURES = [
  'sentence_terms',
  'claim_terms',
  'other_names',
  'other_values',
  'other_between',
  'sentence_negations',
  'claim_negations',
  'sentence_hedge',
  'claim_hedge',
] as const;

/** Terms of the sentence that match nothing and stand between others that do. */
function between({ comparison, found, surplus }: SentenceMatch): number {
  const starts = comparison.material.flatMap((at) => found[at]!.slice(0, 1).map(({ start }) => start));
  const [first, last] = [Math.min(...starts), Math.max(...starts)];
  return surplus.filter(({ start }) => start > first && start < last).length;
}

/** In the order of `SURPLUS_FEATURES`. */
export function surplusFeatures(match: SentenceMatch): number[] {
  const { comparison, terms, surplus } = match;
  const { claim, evidence } = comparison.alignment;
  const { sentence } = comparison.reading;
  const isNegatedHere = (negated: boolean, at: number) => negated && evidence.sentenceOf[at] === sentence;
  return [
    terms.length,
    comparison.material.length,
    surplus.filter(({ kind }) => kind === 'name').length,
    surplus.filter(({ kind }) => kind === 'quantity' || kind === 'date').length,
    between(match),
    evidence.negated.filter(isNegatedHere).length,
    claim.negated.filter(Boolean).length,
    evidence.hedges[sentence] ?? 0,
    Math.max(0, ...claim.hedges),
  ];
}
