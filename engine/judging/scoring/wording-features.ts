/** How far one sentence words the claim alike: neighbours, order, prepositions and roles. */
import type { Term } from '../text/analysed-text.ts';
import type { SentenceMatch } from './sentence-match.ts';

export const WORDING_FEATURES = ['neighbours', 'common_order', 'same_preposition', 'same_role', 'same_class'] as const;

/** Share of the claim's neighbouring terms that stand as near to each other in the sentence, in the same order. */
function neighbours({ comparison, found }: SentenceMatch): number {
  const { material, alignment } = comparison;
  const { terms } = alignment.claim;
  if (material.length < 2) return 1;
  const pairs = material.slice(1).map((at, i) => [material[i]!, at] as const);
  const kept = pairs.filter(([first, second]) => {
    const gap = terms[second]!.start - terms[first]!.end;
    return found[first]!.some((before) => found[second]!.some((after) => isWithin(after.start - before.end, gap + 1)));
  });
  return kept.length / pairs.length;
}

/** A name's parts may overlap by a token. */
function isWithin(distance: number, most: number): boolean {
  return distance >= -1 && distance <= most;
}

/** Share of the claim's words in the longest sequence that both have in this order. */
function commonOrder({ comparison, tokens }: SentenceMatch): number {
  const own = comparison.alignment.claim.tokens;
  let row = new Array<number>(tokens.length + 1).fill(0);
  for (const { lemma } of own) {
    const next = [0];
    tokens.forEach((token, at) => {
      next.push(token.lemma === lemma ? row[at]! + 1 : Math.max(row[at + 1]!, next[at]!));
    });
    row = next;
  }
  return own.length === 0 ? 0 : row.at(-1)! / own.length;
}

/** Share of the claim's terms found in the sentence that one of their matches is like. */
function shareAlike({ comparison, found }: SentenceMatch, isLike: (own: Term, other: Term) => boolean): number {
  const { terms } = comparison.alignment.claim;
  const here = comparison.material.filter((at) => found[at]!.length > 0);
  const alike = here.filter((at) => found[at]!.some((other) => isLike(terms[at]!, other)));
  return here.length === 0 ? 0 : alike.length / here.length;
}

/** True if the predicate is the same part of speech on both sides. */
function hasSameClass({ comparison: { alignment, reading } }: SentenceMatch): boolean {
  const own = alignment.claim.terms[reading.anchor];
  return own !== undefined && own.pos === alignment.evidence.terms[reading.evidenceAnchor]?.pos;
}

/** In the order of `WORDING_FEATURES`. */
export function wordingFeatures(match: SentenceMatch): number[] {
  return [
    neighbours(match),
    commonOrder(match),
    shareAlike(match, (own, other) => own.preposition === other.preposition),
    shareAlike(match, (own, other) => own.role === other.role),
    Number(hasSameClass(match)),
  ];
}
