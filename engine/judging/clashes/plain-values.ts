/** Decides whether two figures or dates are of the same thing, so that only one of them can be right. */
import type { Quantity } from '#engine/language/quantities.ts';
import type { Alignment } from '../alignment/alignment.ts';
import type { Reading } from '../reading/reading.ts';
import { type AnalysedText, isNameOrNoun, type Term } from '../text/analysed-text.ts';
import type { Clash } from './clash.ts';

/** True if claim and passage give one figure or date each for the same thing. */
export function isPlainValue(
  alignment: Alignment,
  reading: Reading,
  { kind, claimTerm, evidenceTerm }: Clash,
): boolean {
  const { claim, evidence } = alignment;
  const own = claim.terms[claimTerm]!;
  const other = evidence.terms[evidenceTerm]!;
  if (own.date !== null || other.date !== null) return isPlainDate(alignment, reading, own, other);
  return isPlainQuantity(alignment, reading, own, other, kind === 'unit');
}

/** Lemmas of what happens to a thing once, so that it has one date. States have one beginning and one end. */
export const ONCE: ReadonlySet<string> = new Set([
  ...['bear', 'die', 'found', 'establish', 'create', 'build', 'erect', 'construct', 'complete', 'finish', 'release'],
  ...['publish', 'launch', 'begin', 'start', 'commence', 'end', 'conclude', 'close', 'open', 'inaugurate', 'unveil'],
  ...['sign', 'ratify', 'enact', 'abolish', 'repeal', 'adopt', 'appoint', 'join', 'arrive', 'premiere', 'air', 'debut'],
  ...['discover', 'invent', 'patent', 'graduate', 'retire', 'resign', 'kill', 'assassinate', 'murder', 'execute'],
  ...['bury', 'destroy', 'demolish', 'sink', 'collapse', 'erupt', 'incorporate', 'acquire', 'buy', 'purchase', 'merge'],
  ...['introduce', 'crown', 'divorce', 'marry', 'write', 'record', 'compose', 'design', 'commission', 'cancel'],
  ...['fall', 'reopen', 'dissolve', 'disband', 'form', 'split', 'annex', 'declare', 'birth', 'death', 'flight'],
  ...['birthday', 'expire'],
  // "A 2002 film" came out in 2002.
  ...['film', 'movie', 'album', 'song', 'single', 'novel', 'book', 'episode', 'ep'],
]);

/** What can happen to one thing again elsewhere, for others or in another form: "published in paperback in 2003". */
const AGAIN = /^(?:release|publish|launch|open|premiere|air|debut|introduce|adopt|ratify|film)$/;
const OF_ANOTHER_EDITION = /^(?:in|on|at|to|for|as|from|through|via)$/;

/** True if only the passage says where, for whom or in which form. */
function isOfOneEdition({ evidence, used }: Alignment, { evidenceFrame, sentence }: Reading): boolean {
  if (evidenceFrame === null) return false;
  const { verbStart, end, head } = evidenceFrame;
  if (!AGAIN.test(evidence.tokens[head]!.lemma)) return false;
  return evidence.terms.some(
    (term, at) =>
      term.sentence === sentence &&
      term.start >= verbStart &&
      term.start < end &&
      !term.light &&
      !used.has(at) &&
      isNameOrNoun(term) &&
      OF_ANOTHER_EDITION.test(term.preposition),
  );
}

function isPlainDate(alignment: Alignment, reading: Reading, own: Term, other: Term): boolean {
  const { claim, evidence } = alignment;
  if (own.date === null || other.date === null || isOfOneEdition(alignment, reading)) return false;
  const anchor = evidence.terms[reading.evidenceAnchor];
  if (anchor === undefined) return false;
  const head = reading.evidenceFrame === null ? '' : evidence.tokens[reading.evidenceFrame.head]!.lemma;
  const isLasting = /^(?:since|until)$/.test(other.date.relation) || (own.date.isPeriod && other.date.isPeriod);
  if (!isLasting && !ONCE.has(anchor.key) && !ONCE.has(head)) return false;
  // "A 1988 film" against "a 1968 science fiction film".
  const anchorOfClaim = claim.terms[reading.anchor];
  const isNamed = reading.frame?.copula === true && anchorOfClaim !== undefined;
  if (isNamed && modifies(claim, own, anchorOfClaim) && modifies(evidence, other, anchor)) return true;
  // Of two dates in a sentence either may be the claim's.
  return (datesIn(evidence, reading).length === 1 && isAfter(anchor, other)) || isNext(evidence, anchor, other);
}

/** True for the year right after an article in the phrase of the noun. */
function modifies({ tokens }: AnalysedText, date: Term, noun: Term): boolean {
  const between = tokens.slice(date.end, noun.start);
  return (
    date.end <= noun.start &&
    tokens[date.start - 1]?.pos === 'DET' &&
    between.every(({ pos }) => /^(?:ADJ|NOUN|PROPN)$/.test(pos))
  );
}

function isAfter(anchor: Term, date: Term): boolean {
  return date.start >= anchor.end;
}

function datesIn({ terms }: AnalysedText, { sentence, evidenceFrame }: Reading): Term[] {
  return terms.filter(
    (term) =>
      term.date !== null &&
      term.sentence === sentence &&
      (evidenceFrame === null || (term.start >= evidenceFrame.verbStart && term.start < evidenceFrame.end)),
  );
}

/** True for the date right after the verb: "born 14 March 1861", "opened on 3 May 1990". */
function isNext({ terms }: AnalysedText, anchor: Term, date: Term): boolean {
  return (
    !terms.some(
      (term) =>
        term.sentence === date.sentence && term.start > anchor.start && term.start < date.start && term.date !== null,
    ) &&
    date.start - anchor.end <= 3 &&
    date.start >= anchor.end
  );
}

/** Words that make a figure the sum of others. */
const TOTAL = /^(?:total|totals|totalling|together|altogether|overall|combined|sum|jointly)$/;
/** Words after a figure that make it the distance between two: "three less than last year", "30 older". */
const DIFFERENCE_AFTER =
  /^(?:less|more|fewer|older|younger|higher|lower|longer|shorter|later|earlier|cheaper|dearer|ahead|behind|above|below|after|before|ago|extra|further|apart)$/;
const DIFFERENCE_BEFORE =
  /^(?:by|another|further|additional|extra|other|remaining|these|those|each|every|per|first|last|next|up|down)$/;

function isPlainQuantity(alignment: Alignment, reading: Reading, own: Term, other: Term, isUnit: boolean): boolean {
  const { claim, evidence } = alignment;
  const { quantity } = own;
  if (quantity === null || other.quantity === null) return false;
  if (contextOf(claim, own) !== contextOf(evidence, other)) return false;
  if (hasTotal(claim, 0) && !hasTotal(evidence, reading.sentence)) return false;
  if (narrows(alignment, reading) || isReached(alignment, own, other)) return false;
  const moving = movingWords(evidence, reading.sentence);
  if ([...movingWords(claim, 0)].some((word) => !moving.has(word))) return false;
  if (!isUnit && hasValueElsewhere(alignment, own)) return false;
  if (rivals(evidence, reading.sentence, quantity).length > 1) return false;
  return quantity.dimension !== 'share' || isShareOfSame(alignment, own, other);
}

/** "Has won four prizes" is true of somebody who has won six. */
export function isReached({ evidence }: Alignment, own: Term, other: Term): boolean {
  if (own.quantity?.dimension !== 'count' || other.quantity === null) return false;
  const frame = evidence.frames[other.frame];
  if (frame === undefined || frame.verbEnd - frame.verbStart < 2) return false;
  const isPerfect = /^(?:has|have|had)$/.test(evidence.tokens[frame.verbStart]!.lower);
  return isPerfect && own.quantity.bound === 'exact' && own.quantity.low < other.quantity.low;
}

/** Words that move a time: "last year" is not "the year before last". */
const MOVING = /^(?:before|after|previous|last|next|ago|following|earlier|later|preceding)$/;

function movingWords({ tokens, sentenceOf }: AnalysedText, sentence: number): Set<string> {
  return new Set(tokens.flatMap(({ lower }, at) => (sentenceOf[at] === sentence && MOVING.test(lower) ? [lower] : [])));
}

/** What the words around a figure make of it: a difference, an addition, a numbered thing, a rate. */
function contextOf({ tokens }: AnalysedText, { start, end }: Term): string {
  const before = tokens[start - 1]?.lower ?? '';
  const after = tokens.slice(end, end + 3).find(({ lower }) => DIFFERENCE_AFTER.test(lower))?.lower ?? '';
  const mark = /^[#+№]$/.test(before) ? before : '';
  const plus = tokens[end]?.text === '+' ? '+' : '';
  const rate = /^(?:a|per|each|every)$/.test(tokens[end]?.lower ?? '') ? 'per' : '';
  return [DIFFERENCE_BEFORE.test(before) ? before : '', mark, plus, rate, after].join(' ');
}

/** True for a name or date that only the passage has: "limited to 10 buckets in Halifax" says nothing of other places. */
export function narrows({ evidence, matches }: Alignment, { sentence, evidenceFrame }: Reading): boolean {
  const matched = new Set(matches.flatMap((list) => list.map(({ term }) => term)));
  return evidence.terms.some((term, at) => {
    if (term.sentence !== sentence || matched.has(at)) return false;
    if (term.preposition === '' || (term.kind !== 'name' && term.kind !== 'date')) return false;
    const isBeforeClause = evidenceFrame !== null && term.start < evidenceFrame.subjectStart;
    return (
      evidenceFrame === null ||
      isBeforeClause ||
      (term.start >= evidenceFrame.verbStart && term.start < evidenceFrame.end)
    );
  });
}

function hasTotal({ tokens, sentenceOf }: AnalysedText, sentence: number): boolean {
  return tokens.some((token, at) => sentenceOf[at] === sentence && TOTAL.test(token.lower));
}

/** True if the passage has the claim's number anywhere, if only of something that it does not name. */
function hasValueElsewhere({ evidence }: Alignment, { quantity }: Term): boolean {
  if (quantity === null) return false;
  const numberOf = ({ low, factor }: Quantity) => low / factor;
  return evidence.terms.some(({ quantity: other }) => {
    if (other === null) return false;
    // "19 days with the dressing and 23 with gauze": the second figure leaves its unit out.
    const isBare = other.dimension !== quantity.dimension;
    return isBare ? numberOf(other) === numberOf(quantity) : other.low === quantity.low;
  });
}

/** Figures of the same kind in the sentence; with several it is not clear which of them is the claim's. */
function rivals({ terms }: AnalysedText, sentence: number, { dimension }: Quantity): Term[] {
  return terms.filter((term) => term.sentence === sentence && term.quantity?.dimension === dimension);
}

/** "Half of that" and "19 per cent of the shares" are parts of two things. */
function isShareOfSame({ claim, evidence, matches }: Alignment, own: Term, other: Term): boolean {
  const whole = wholeOf(claim, own);
  const theirs = wholeOf(evidence, other);
  if (whole === null || theirs === null) return whole === theirs && !hasWhole(claim, own) && !hasWhole(evidence, other);
  return matches[whole]!.some(({ term }) => term === theirs);
}

function hasWhole({ tokens }: AnalysedText, { end }: Term): boolean {
  return tokens[end]?.lower === 'of';
}

/** The first word or name after the "of" of a share; null if there is none. */
function wholeOf(text: AnalysedText, share: Term): number | null {
  if (!hasWhole(text, share)) return null;
  const at = text.terms.findIndex((term) => term.start > share.end && term.start <= share.end + 3 && !term.light);
  return at < 0 ? null : at;
}
