/** Bounds of rules: "at least 15 days before" does not set "at least ten days", though 15 is more than ten. */
import { countsSameKind } from '#engine/language/quantity-agreement.ts';
import type { Alignment } from '../alignment/alignment.ts';
import type { Reading } from '../reading/reading.ts';
import { type AnalysedText, sentenceRange, type Term } from '../text/analysed-text.ts';

const RULES =
  /^(?:must|shall|may|can|cannot|need|needs|required|requires|require|allowed|permitted|limited|minimum|maximum|entitled)$/;

function isRule({ tokens }: AnalysedText, start: number, end: number): boolean {
  return tokens.slice(start, end).some(({ lower }) => RULES.test(lower));
}

function isBound({ quantity }: Term): boolean {
  return quantity !== null && quantity.bound !== 'exact' && quantity.bound !== 'about';
}

/** True if both texts set a bound of the same kind, and the values differ. */
export function setsOtherBound({ claim, evidence }: Alignment, { sentence }: Reading, own: Term, other: Term): boolean {
  const [a, b] = [own.quantity, other.quantity];
  if (a === null || b === null || !isBound(own) || !isBound(other) || a.dimension !== b.dimension) return false;
  if (a.dimension === 'count' && !countsSameKind(a, b)) return false;
  const isSameSide = /least|more/.test(a.bound) === /least|more/.test(b.bound);
  const differ = limitOf(own) !== limitOf(other);
  const [start, end] = sentenceRange(evidence, sentence);
  return isSameSide && differ && isRule(claim, 0, claim.tokens.length) && isRule(evidence, start, end);
}

/** The figure that a bound names; "at most" leaves the lower end open. */
function limitOf({ quantity }: Term): number {
  const { low, high, bound } = quantity!;
  return /most|less/.test(bound) ? high : low;
}

/** True if the claim sets a bound that the passage's sentence does not set so. */
export function isOtherBound(alignment: Alignment, { sentence }: Reading): boolean {
  const { claim, evidence, matches } = alignment;
  if (!isRule(claim, 0, claim.tokens.length)) return false;
  return claim.terms.some((own, at) => {
    if (!isBound(own)) return false;
    const here = matches[at]!.map(({ term }) => evidence.terms[term]!).filter((term) => term.sentence === sentence);
    return here.length > 0 && here.every((term) => term.quantity !== null && limitOf(term) !== limitOf(own));
  });
}
