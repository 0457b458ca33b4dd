/**
 * Finds a figure of the claim that the evidence has in other words: "12 months" as "a year", "two thirds of the trains" as
 * "40 of the 60 trains", "118 juniors" as "of whom 118 were juniors", "2,340 employees" as "employed 2,340 people".
 */
import type { Quantity } from '#engine/language/quantities.ts';
import { compareQuantities } from '#engine/language/quantity-agreement.ts';
import { unitOf } from '#engine/language/units.ts';
import type { AnalysedText, Term } from '../text/analysed-text.ts';
import type { Match } from './match.ts';

/** The length in seconds of the time that "a year" or "an hour" names; null for other terms. */
function lengthOfOne({ tokens }: AnalysedText, { kind, key, start, pos }: Term): number | null {
  if (kind !== 'word' || pos !== 'NOUN' || key.length < 3 || !/^(?:an?|one)$/.test(tokens[start - 1]?.lower ?? ''))
    return null;
  const unit = unitOf(key);
  return unit?.dimension === 'time' ? unit.factor : null;
}

function isExactly({ low, high, bound, dimension }: Quantity, seconds: number): boolean {
  const slack = seconds * 0.015;
  return dimension === 'time' && bound === 'exact' && low === high && Math.abs(low - seconds) <= slack;
}

/** Articles between the two figures of "40 of the 60 trains". */
const ARTICLE = /^(?:the|its|their|his|her|our|these|those|all)$/;

/** The share in percent that "40 of the 60 trains" makes of the figure at `at`; null where no whole follows it. */
function shareAt({ tokens, terms }: AnalysedText, at: number): number | null {
  const part = terms[at]!;
  const { quantity } = part;
  if (quantity?.dimension !== 'count' || quantity.low !== quantity.high || quantity.bound !== 'exact') return null;
  if (tokens[quantity.end]?.lower !== 'of' || !ARTICLE.test(tokens[quantity.end + 1]?.lower ?? '')) return null;
  const whole = terms.find(({ start }) => start === quantity.end + 2)?.quantity;
  if (whole?.dimension !== 'count' || whole.low !== whole.high || whole.bound !== 'exact' || whole.low <= quantity.low)
    return null;
  return (quantity.low / whole.low) * 100;
}

/** True if the figure at `at` is said to be of what the claim counts: "of whom 118 were juniors". */
function isPredicatedOf(counted: readonly string[], evidence: AnalysedText, { quantity }: Term): boolean {
  if (quantity!.counted.length > 0) return false;
  let at = quantity!.end;
  if (evidence.tokens[at]?.lemma !== 'be') return false;
  at++;
  while (evidence.tokens[at] !== undefined && /^(?:DET|ADJ|ADV)$/.test(evidence.tokens[at]!.pos)) at++;
  return evidence.tokens[at]?.pos === 'NOUN' && counted.at(-1) === evidence.tokens[at]!.lemma;
}

const ANYBODY = /^(?:people|person|men|women|persons)$/;
/** Tokens between a verb and the figure of whom it is said. */
const REACH = 3;

/** "Employed 2,340 people": the verb before the figure says what they are. */
function isObjectOf(
  counted: readonly string[],
  claim: AnalysedText,
  evidence: AnalysedText,
  found: Term,
  matches: readonly (readonly Match[])[],
): boolean {
  const { quantity, start, sentence } = found;
  if (!quantity!.counted.every((noun) => ANYBODY.test(noun))) return false;
  return claim.terms.some((term, at) => {
    if (!counted.includes(term.key)) return false;
    return matches[at]!.some(({ term: other, inference }) => {
      const verb = evidence.terms[other]!;
      const isNear =
        verb.sentence === sentence && verb.pos === 'VERB' && verb.end <= start && start - verb.end <= REACH;
      return isNear && (inference === 'derived' || inference === 'same');
    });
  });
}

/** "Pays 55 per cent and Velm 45": a bare figure takes the unit of the figure before it in the sentence. */
function isElliptical(own: Quantity, evidence: AnalysedText, at: number): boolean {
  const found = evidence.terms[at]!;
  const { quantity } = found;
  if (quantity!.dimension !== 'count' || quantity!.counted.length > 0 || quantity!.bound !== own.bound) return false;
  if (own.dimension === 'count' || own.dimension === 'ordinal' || own.dimension === 'label') return false;
  if (quantity!.low !== quantity!.high || own.low !== own.high || quantity!.low * own.factor !== own.low) return false;
  const next = evidence.tokens[found.end];
  if (next !== undefined && next.pos !== 'PUNCT' && next.pos !== 'CCONJ') return false;
  const before = evidence.terms
    .slice(0, at)
    .findLast((term) => term.quantity !== null && term.sentence === found.sentence);
  return before?.quantity?.dimension === own.dimension && before.quantity.factor === own.factor;
}

/** Matches of the claim's quantity with figures of the evidence that say it in other words. `matches` is what is found so far. */
export function figuresInOtherWords(
  term: Term,
  claim: AnalysedText,
  evidence: AnalysedText,
  matches: readonly (readonly Match[])[],
): Match[] {
  const own = term.quantity!;
  const found: Match[] = [];
  evidence.terms.forEach((other, at) => {
    const one = own.dimension === 'time' ? lengthOfOne(evidence, other) : null;
    if (one !== null && isExactly(own, one)) found.push({ term: at, inference: 'conversion' });
    if (other.quantity === null) return;
    if (own.dimension === 'share') {
      const share = shareAt(evidence, at);
      if (share !== null && isShare(own, share)) found.push({ term: at, inference: 'rounding' });
    }
    if (own.dimension === 'count' && own.counted.length > 0 && compareQuantities(own, other.quantity) === 'equal') {
      const isSame =
        isPredicatedOf(own.counted, evidence, other) || isObjectOf(own.counted, claim, evidence, other, matches);
      if (isSame) found.push({ term: at, inference: 'same' });
    }
    if (isElliptical(own, evidence, at)) found.push({ term: at, inference: 'same' });
  });
  return found;
}

/** A stated share within the precision of the claim's: "two thirds" for 66.7 %, "about half" for 48 %. */
function isShare(own: Quantity, share: number): boolean {
  const figure: Quantity = { ...own, low: share, high: share, tolerance: 1e-6, bound: 'exact' };
  const agreement = compareQuantities(own, figure);
  if (own.bound !== 'exact') return agreement === 'within';
  // A fraction in words is exact: 32 % is no third.
  const slack = /\d/.test(own.text) ? own.tolerance : 0.5;
  return Math.abs(own.low - share) <= slack;
}

/** Matches of "a year" in the claim with "12 months" in the evidence. */
export function unitsInFigures(term: Term, claim: AnalysedText, evidence: AnalysedText): Match[] {
  const one = lengthOfOne(claim, term);
  if (one === null) return [];
  return evidence.terms.flatMap(({ quantity }, at) =>
    quantity !== null && isExactly(quantity, one) ? [{ term: at, inference: 'conversion' as const }] : [],
  );
}

/** Verbs that only say what the figure after them measures. */
const MEASURING = new Map<string, RegExp>([
  ['cost', /^currency:/],
  ['weigh', /^mass$/],
]);
/** Verbs beside which a figure is still the price or the weight. */
const SAYS_SAME = /^(?:be|cost|charge|price|sell|pay|buy|weigh|have)$/;
/** Words before a figure that is a part, a change or a difference. */
const ANOTHER =
  /^(?:by|off|save|saving|fine|deposit|discount|extra|additional|plus|minus|further|only|than|least|to|of|up)$/;
const ANOTHER_AFTER =
  /^(?:off|less|more|extra|cheaper|dearer|fine|deposit|discount|below|above|under|over|each|per|a|an|-)$/;

/** The cells of a row say something of its head only; see tables/row-statement.ts. */
function isInRow({ tokens, sentenceOf }: AnalysedText, { sentence }: Term): boolean {
  return tokens.some(({ text }, at) => text === '|' && sentenceOf[at] === sentence);
}

/**
 * "Costs £9" of a thing that a list gives with "£9" beside it, or that "is £9": the figures that stand for the claim's verb.
 * A figure beside another verb, or beside words that make a difference or a part of it, is no price of the thing.
 */
export function figuresForVerb(
  at: number,
  claim: AnalysedText,
  evidence: AnalysedText,
  matches: readonly (readonly Match[])[],
): Match[] {
  const verb = claim.terms[at]!;
  const dimension = verb.pos === 'VERB' ? MEASURING.get(verb.key) : undefined;
  const figure = dimension === undefined ? -1 : claim.terms.findIndex(({ start }) => start >= verb.end);
  const own = claim.terms[figure]?.quantity ?? null;
  if (own === null || !dimension!.test(own.dimension) || claim.frames.length !== 1) return [];
  return matches[figure]!.flatMap(({ term }) => {
    const found = evidence.terms[term]!;
    const frame = evidence.frames[found.frame];
    const before = evidence.tokens[found.start - 1]?.lower ?? '';
    const after = evidence.tokens[found.end]?.lower ?? '';
    if (ANOTHER.test(before) || ANOTHER_AFTER.test(after) || isInRow(evidence, found)) return [];
    if (frame !== undefined && !SAYS_SAME.test(evidence.tokens[frame.head]!.lemma)) return [];
    return [{ term, inference: 'derived' as const }];
  });
}
