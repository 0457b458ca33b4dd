/**
 * Figures of the claim that the evidence has only as two figures of one clause: "rose by 27,000" of "from 187,000 to 214,000",
 * "for seven years" of "from 1908 to 1915".
 */
import type { DateSpan } from '#engine/language/dates.ts';
import type { Quantity } from '#engine/language/quantities.ts';
import { compareQuantities, countsSameKind } from '#engine/language/quantity-agreement.ts';
import type { AnalysedText, Term } from '../text/analysed-text.ts';
import { directionOf } from './change-verbs.ts';
import type { Match } from './match.ts';

/** A figure before and after a change. */
interface Step {
  before: Quantity;
  after: Quantity;
  /** Term of the later figure. */
  term: number;
}

function isExact({ low, high, bound }: Quantity): boolean {
  return low === high && bound === 'exact';
}

/** Words of the evidence between two terms. */
function between({ tokens }: AnalysedText, from: number, to: number): string {
  return tokens
    .slice(from, to)
    .map(({ lower }) => lower)
    .join(' ');
}

const EARLIER = /^(?:ago|before|earlier|previously|last|previous)$/u;
/** How far behind a figure "a year earlier" may stand. */
const REACH = 6;

/** "Against 187,000 twelve months before", "up from 187,000": what the figure was at an earlier time. */
function isEarlier(text: AnalysedText, link: string, found: Term): boolean {
  if (/^,? ?\(? ?(?:up|down) from$/u.test(link)) return true;
  if (!/^[,(]? ?(?:against|compared with|compared to|as against|after)$/u.test(link)) return false;
  const after = text.tokens.slice(found.end, found.end + REACH);
  const stop = after.findIndex(({ text: mark }) => /^[.;]$/u.test(mark));
  return after.slice(0, stop < 0 ? REACH : stop).some(({ lower }) => EARLIER.test(lower));
}

function stepOf(text: AnalysedText, at: number, next: number): Step | null {
  const [first, second] = [text.terms[at]!, text.terms[next]!];
  const [a, b] = [first.quantity!, second.quantity!];
  if (a.dimension !== b.dimension || first.sentence !== second.sentence || !isExact(a) || !isExact(b)) return null;
  const opening = text.tokens[first.start - 1]?.lower;
  const link = between(text, first.end, second.start);
  if (opening === 'from' && link === 'to') return { before: a, after: b, term: next };
  if (opening === 'to' && link === 'from') return { before: b, after: a, term: at };
  // What the first figure counts may stand between: "214,000 vessels carried one, against 187,000 a year before".
  const [joint] = /[,(]? ?(?:up from|down from|as against|against|compared with|compared to|after)$/u.exec(link) ?? [];
  return joint !== undefined && isEarlier(text, joint.trim(), second) ? { before: b, after: a, term: at } : null;
}

/** "Rose from £2 to £2.50", which is read as one range. */
function stepWithin(text: AnalysedText, at: number): Step | null {
  const { quantity, start, frame } = text.terms[at]!;
  const head = text.frames[frame]?.head;
  if (quantity!.low === quantity!.high || quantity!.bound !== 'exact' || text.tokens[start - 1]?.lower !== 'from')
    return null;
  if (head === undefined || directionOf(text.tokens[head]!) !== 1) return null;
  return { before: { ...quantity!, high: quantity!.low }, after: { ...quantity!, low: quantity!.high }, term: at };
}

/** The changes from one figure to the next of the same kind. */
function stepsOf(text: AnalysedText): Step[] {
  const figures = text.terms.flatMap(({ quantity }, at) => (quantity === null ? [] : [at]));
  return figures.flatMap((at, i) => {
    const within = stepWithin(text, at);
    if (within !== null) return [within];
    const next = figures[i + 1];
    const step = next === undefined ? null : stepOf(text, at, next);
    return step === null ? [] : [step];
  });
}

/** 1 or -1 for the figure of "rose by 27,000", "fell by about a fifth"; null for other figures. */
function directionBefore({ tokens, frames }: AnalysedText, { start, frame }: Term): 1 | -1 | null {
  const isAmount =
    tokens[start - 1]?.lower === 'by' || (tokens[start - 2]?.lower === 'by' && tokens[start - 1]!.pos === 'ADV');
  const head = frames[frame]?.head;
  if (!isAmount || head === undefined) return null;
  // "Went up by a quarter"
  const particle = /^(?:go|come)$/u.test(tokens[head]!.lemma) ? tokens[head + 1]?.lower : undefined;
  if (particle === 'up' || particle === 'down') return particle === 'up' ? 1 : -1;
  return directionOf(tokens[head]!);
}

/** True if the claim's figure is what lies between both. */
function isSize(own: Quantity, { before, after }: Step, direction: 1 | -1): boolean {
  const distance = (after.low - before.low) * direction;
  if (distance <= 0) return false;
  if (own.dimension === 'share' && before.dimension !== 'share') {
    const share = (distance / before.low) * 100;
    // A fraction in words is exact: 22 % is no quarter.
    return (
      before.low > 0 &&
      own.bound === 'exact' &&
      Math.abs(own.low - share) <= (/\d/u.test(own.text) ? own.tolerance : 0.5)
    );
  }
  if (own.dimension !== before.dimension || own.dimension === 'share') return false;
  if (own.counted.length > 0 && !countsSameKind(own, before) && !countsSameKind(own, after)) return false;
  const agreement = compareQuantities(own, { ...after, low: distance, high: distance });
  return agreement === 'equal' || agreement === 'rounded' || agreement === 'within' || agreement === 'converted';
}

/** Matches of "by 27,000" with the later of two figures that lie so far apart. */
export function changesBetweenFigures(term: Term, claim: AnalysedText, evidence: AnalysedText): Match[] {
  const direction = directionBefore(claim, term);
  if (direction === null) return [];
  const steps = stepsOf(evidence).filter((step) => isSize(term.quantity!, step, direction));
  return steps.map((step) => ({ term: step.term, inference: 'conversion' as const }));
}

const YEAR_SECONDS = 31_556_952;
const DAYS_OF_YEAR = 372;

/** The whole years of "from 1908 to 1915"; null for a period with days or months. */
function yearsOf({ isPeriod, first, last, text }: DateSpan): number | null {
  if (!isPeriod || /\p{Lu}\p{Ll}{2}/u.test(text)) return null;
  return Math.floor(last / DAYS_OF_YEAR) - Math.floor(first / DAYS_OF_YEAR);
}

/** Matches of "for seven years" with "from 1908 to 1915". */
export function lengthsOfPeriods({ quantity, start }: Term, claim: AnalysedText, evidence: AnalysedText): Match[] {
  const isLength = claim.tokens.slice(Math.max(0, start - 3), start).some(({ lower }) => lower === 'for');
  const isOfYears = quantity!.dimension === 'time' && Math.abs(quantity!.factor - YEAR_SECONDS) < 1;
  if (!isLength || !isOfYears || quantity!.low !== quantity!.high || !/^(?:exact|about)$/u.test(quantity!.bound))
    return [];
  const years = Math.round(quantity!.low / quantity!.factor);
  return evidence.terms.flatMap(({ date }, at) =>
    date !== null && years > 1 && yearsOf(date) === years ? [{ term: at, inference: 'conversion' as const }] : [],
  );
}
