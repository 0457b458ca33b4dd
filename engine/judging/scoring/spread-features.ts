/** Over how much of the passage the parts of the claim are spread, and what else of their kind stands there. */
import { isMatchedIn } from '../alignment/share.ts';
import type { TermKind } from '../text/analysed-text.ts';
import type { SentenceMatch } from './sentence-match.ts';

export const SPREAD_FEATURES = [
  'sentence_share',
  'best_share',
  'second_share',
  'names_in_sentence',
  'values_in_sentence',
  'claim_names',
  'claim_values',
  'scattered_terms',
  'sentences_needed',
  'rival_names',
  'rival_values',
] as const;

type Kinds = readonly TermKind[];
const NAMES: Kinds = ['name'];
const VALUES: Kinds = ['quantity', 'date'];

/** Share of the claim's material terms that each sentence has, most first. */
function shares({ comparison: { alignment, material } }: SentenceMatch): {
  of: (sentence: number) => number;
  sorted: number[];
} {
  const of = (sentence: number) =>
    material.filter((at) => isMatchedIn(alignment, at, sentence)).length / Math.max(1, material.length);
  const all = Array.from({ length: alignment.evidence.sentences }, (_, sentence) => of(sentence));
  return { of, sorted: all.sort((a, b) => b - a) };
}

/** The claim's terms of these kinds. */
function termsOf({ comparison }: SentenceMatch, kinds: Kinds): number[] {
  return comparison.alignment.claim.terms.flatMap(({ kind }, at) => (kinds.includes(kind) ? [at] : []));
}

/** Share of the claim's terms of these kinds that the sentence has; 1 if there are none. */
function shareHere(match: SentenceMatch, kinds: Kinds): number {
  const own = termsOf(match, kinds);
  return own.length === 0 ? 1 : own.filter((at) => match.found[at]!.length > 0).length / own.length;
}

interface Stretch {
  first: number;
  last: number;
}

/** The shortest run of sentences that has every material term that the passage has. */
function shortestStretch({ comparison: { alignment, material } }: SentenceMatch): Stretch {
  const { evidence, matches } = alignment;
  const sentencesOf = material
    .map((at) => matches[at]!.map(({ term }) => evidence.terms[term]!.sentence))
    .filter((own) => own.length > 0);
  const last = Math.max(0, evidence.sentences - 1);
  for (let length = 0; length <= last; length++) {
    for (let first = 0; first + length <= last; first++) {
      const isHere = (sentence: number) => sentence >= first && sentence <= first + length;
      if (sentencesOf.every((own) => own.some(isHere))) return { first, last: first + length };
    }
  }
  return { first: 0, last };
}

/** Names or values in the stretch that match nothing in the claim: what it says may be said of them. */
function rivals({ comparison: { alignment } }: SentenceMatch, { first, last }: Stretch, kinds: Kinds): number {
  const { evidence, used } = alignment;
  return evidence.terms.filter(
    ({ kind, sentence }, at) => kinds.includes(kind) && sentence >= first && sentence <= last && !used.has(at),
  ).length;
}

/** Names that the claim does not have, in the sentences that together have its parts. */
export function otherNamesNear(match: SentenceMatch): number {
  return rivals(match, shortestStretch(match), NAMES);
}

/** In the order of `SPREAD_FEATURES`. */
export function spreadFeatures(match: SentenceMatch): number[] {
  const { comparison } = match;
  const { of, sorted } = shares(match);
  const stretch = shortestStretch(match);
  return [
    of(comparison.reading.sentence),
    sorted[0] ?? 0,
    sorted[1] ?? 0,
    shareHere(match, NAMES),
    shareHere(match, VALUES),
    termsOf(match, NAMES).length,
    termsOf(match, VALUES).length,
    comparison.scattered.length,
    stretch.last - stretch.first + 1,
    rivals(match, stretch, NAMES),
    rivals(match, stretch, VALUES),
  ];
}
