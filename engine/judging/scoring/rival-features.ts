/** What stands where a part of the claim could stand: opposites, other prepositions, other company. */
import type { Opposite } from '../alignment/alignment.ts';
import type { Term, TermKind } from '../text/analysed-text.ts';
import type { SentenceMatch } from './sentence-match.ts';

export const RIVAL_FEATURES = [
  'antonyms',
  'dates_in_sentence',
  'other_prepositions',
  'value_company',
  'name_company',
] as const;

/** The claim's material terms that also have an opposite of this kind in the sentence. */
function withOpposite({ comparison }: SentenceMatch, kind: Opposite['kind']): number {
  const { alignment, material, reading } = comparison;
  return material.filter((at) =>
    alignment.opposites[at]!.some(
      (opposite) => opposite.kind === kind && alignment.evidence.terms[opposite.term]!.sentence === reading.sentence,
    ),
  ).length;
}

/** Terms that stand after another preposition wherever the sentence has them: "to the second floor", "from" it. */
function otherPrepositions({ comparison, found }: SentenceMatch): number {
  const { terms } = comparison.alignment.claim;
  return comparison.material.filter((at) => {
    const own = terms[at]!.preposition;
    const theirs = found[at]!.map(({ preposition }) => preposition);
    return own !== '' && theirs.length > 0 && theirs.every((other) => other !== '' && other !== own);
  }).length;
}

/** How near two terms stand at most that keep each other company. */
const COMPANY = 3;

/** Share of the claim's terms of these kinds that stand beside the same other part in the passage; 1 if there are none. */
function company({ comparison: { alignment, material } }: SentenceMatch, kinds: readonly TermKind[]): number {
  const { claim, evidence, matches } = alignment;
  const own = material.filter((at) => kinds.includes(claim.terms[at]!.kind));
  if (own.length === 0) return 1;
  const foundOf = (at: number) => matches[at]!.map(({ term }) => evidence.terms[term]!);
  const kept = own.filter((at) => {
    const place = material.indexOf(at);
    const beside = [material[place - 1], material[place + 1]].filter((other) => other !== undefined);
    return beside.some((other) => foundOf(at).some((a) => foundOf(other).some((b) => isBeside(a, b))));
  });
  return kept.length / own.length;
}

function isBeside(a: Term, b: Term): boolean {
  return a.sentence === b.sentence && Math.max(a.start - b.end, b.start - a.end) <= COMPANY;
}

/** In the order of `RIVAL_FEATURES`. */
export function rivalFeatures(match: SentenceMatch): number[] {
  return [
    withOpposite(match, 'antonym'),
    withOpposite(match, 'date'),
    otherPrepositions(match),
    company(match, ['quantity', 'date']),
    company(match, ['name']),
  ];
}
