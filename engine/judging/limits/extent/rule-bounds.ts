/** Bounds of rules: "at least 15 days before" does not set "at least ten days", though 15 is more than ten. */
import { countsSameKind } from '#engine/language/quantity-agreement.ts';
import type { Alignment } from '../../alignment/alignment.ts';
import { matchedTerms } from '../../alignment/share.ts';
import type { Reading } from '../../reading/reading.ts';
import { type AnalysedText, sentenceRange, type Term } from '../../text/analysed-text.ts';

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

const MORE = /^(?:more|over|above|longer|later|greater|higher|farther|further|least)$/;
const LESS = /^(?:up|less|fewer|under|below|shorter|earlier|smaller|lower|most|within)$/;
const MEASURES =
  /^(?:second|minute|hour|day|night|week|fortnight|month|quarter|year|decade|century|metre|meter|mile|kilometre|litre|pound|euro|dollar|dozen|third|half)$/;

/** 1 for "more than an hour", -1 for "less than an hour", 0 for "an hour". */
function sideOf({ tokens }: AnalysedText, { start }: Term): number {
  const before = tokens.slice(Math.max(0, start - 3), start).map(({ lower }) => lower);
  if (!/^(?:an?|one|half)$/.test(before.at(-1) ?? '')) return 0;
  const word = before.findLast((lower) => MORE.test(lower) || LESS.test(lower));
  return word === undefined ? 0 : MORE.test(word) ? 1 : -1;
}

/** True if the claim says "more than an hour" where the passage says "less than an hour", or "an hour". */
export function isOnOtherSide({ claim, evidence, matches }: Alignment, { sentence }: Reading): boolean {
  return claim.terms.some((own, at) => {
    if (own.kind !== 'word' || !MEASURES.test(own.key)) return false;
    const here = matchedTerms({ evidence, matches }, at, sentence);
    return (
      here.length > 0 && here.every((term) => term.kind === 'word' && sideOf(evidence, term) !== sideOf(claim, own))
    );
  });
}

/** True if the claim sets a bound that the passage's sentence does not set so. */
export function isOtherBound(alignment: Alignment, { sentence }: Reading): boolean {
  const { claim, evidence, matches } = alignment;
  if (!isRule(claim, 0, claim.tokens.length)) return false;
  return claim.terms.some((own, at) => {
    if (!isBound(own)) return false;
    const here = matchedTerms({ evidence, matches }, at, sentence);
    return here.length > 0 && here.every((term) => term.quantity !== null && limitOf(term) !== limitOf(own));
  });
}
