/**
 * Tells whether a figure or date of the passage belongs to another part of its sentence than the claim's: "4,000 in 1960 and
 * 3,000 in 1950" has the words of "3,000 in 1960".
 */
import type { Alignment } from '../../alignment/alignment.ts';
import { matchedTerms } from '../../alignment/share.ts';
import type { Reading } from '../../reading/reading.ts';
import type { AnalysedText, Term } from '../../text/analysed-text.ts';

const BOUNDARY = /^(?:,|;|and|but|while|whereas)$/;

/** True if both can be the value of one thing; "23 with gauze" leaves out its unit. */
function areRivals(a: Term, b: Term): boolean {
  if (a.date !== null || b.date !== null) return a.date !== null && b.date !== null;
  if (a.quantity === null || b.quantity === null || a.quantity.dimension === 'ordinal') return false;
  if (b.quantity.dimension === 'count' && b.quantity.low === 1) return false;
  if (a.quantity.dimension === b.quantity.dimension) return true;
  return b.quantity.dimension === 'count' && b.quantity.counted.length === 0;
}

/** The last boundary in [from, to), -1 if there is none. */
function boundaryIn({ tokens }: AnalysedText, from: number, to: number): number {
  for (let i = to - 1; i >= from; i--) if (BOUNDARY.test(tokens[i]!.lower)) return i;
  return -1;
}

interface Place {
  alignment: Alignment;
  /** The claim's value in the passage, its rival and the boundary between them. */
  value: Term;
  rival: Term;
  boundary: number;
}

/** True if a term of the passage between `from` and `to`, which the claim lacks, takes the place of `own`. */
function isReplaced({ alignment: { evidence, used } }: Place, own: Term, from: number, to: number): boolean {
  return evidence.terms.some((term, at) => {
    if (term.start < from || term.start >= to || term.light || used.has(at)) return false;
    if (own.date !== null) return term.date !== null;
    return (
      own.preposition !== '' && term.preposition === own.preposition && term.kind !== 'date' && term.kind !== 'quantity'
    );
  });
}

/** True if a preposition stands before the phrase of the term, with nothing but its article and adjectives between. */
function followsPreposition({ tokens }: AnalysedText, { start }: Term): boolean {
  let i = start - 1;
  while (i >= 0 && /^(?:DET|ADJ|NOUN|PROPN|NUM)$/.test(tokens[i]!.pos)) i--;
  return tokens[i]?.pos === 'ADP';
}

/** "At eleven, on Saturday at midnight": right before the rival, which has the preposition of the value. */
function saysWhen({ alignment: { evidence }, value, rival, boundary }: Place, found: Term): boolean {
  if (value.preposition === '' || rival.preposition !== value.preposition) return false;
  if (evidence.tokens[boundary + 1]?.pos !== 'ADP') return false;
  return evidence.tokens.slice(found.end, rival.start).every(({ lower }) => lower === rival.preposition);
}

/** True if what the passage has of a claim's part belongs to the rival. */
function belongsToRival(place: Place, found: Term): boolean {
  const { alignment, value, rival, boundary } = place;
  const { evidence, used } = alignment;
  if (rival.start > value.start) {
    if (found.start < boundary) return false;
    // "…, a work visa within 25 days": the rival has a subject of its own.
    if (found.start < rival.start && (!followsPreposition(evidence, found) || saysWhen(place, found))) return true;
    return isReplaced(place, found, value.end, boundary);
  }
  if (found.start > boundary) return false;
  const endOfClause = evidence.frames.find(({ verbStart }) => verbStart > boundary)?.end ?? value.end + 8;
  if (found.start > rival.end && isReplaced(place, found, value.end, endOfClause)) return true;
  // "In 2020 it sold 300 boats, and in 2021 it sold fewer": each date opens a clause of its own.
  const opens = (date: Term) =>
    date.date !== null && date.frame >= 0 && date.start < evidence.frames[date.frame]!.verbStart;
  if (
    found.start > rival.end &&
    opens(rival) &&
    evidence.frames.some(({ verbStart, sentence }) => sentence === value.sentence && verbStart > value.start)
  ) {
    return value.start - boundary <= 3;
  }
  return evidence.terms.some(
    (term, at) =>
      term.start > boundary &&
      term.start < value.start &&
      !term.light &&
      !used.has(at) &&
      !followsPreposition(evidence, term) &&
      (term.kind === 'name' || term.pos === 'NOUN' || term.pos === 'ADJ'),
  );
}

/** True if the sentence has several such values, and other parts of the claim stand with another of them. */
export function isOfRival(alignment: Alignment, { sentence }: Reading): boolean {
  const { claim, evidence, matches, used } = alignment;
  const here = (at: number) => matchedTerms({ evidence, matches }, at, sentence);
  return claim.terms.some((own, at) => {
    if (own.kind !== 'quantity' && own.kind !== 'date') return false;
    const values = here(at);
    const [value] = values;
    if (value === undefined || values.length > 1 || (value.quantity !== null && value.role === 'subject')) return false;
    return evidence.terms.some((rival, i) => {
      if (rival.sentence !== sentence || used.has(i) || !areRivals(value, rival)) return false;
      const boundary = boundaryIn(evidence, Math.min(value.end, rival.end), Math.max(value.start, rival.start));
      if (boundary < 0) return false;
      const place: Place = { alignment, value, rival, boundary };
      return claim.terms.some((other, j) => {
        if (j === at || other.light) return false;
        const found = here(j);
        return found.length > 0 && found.every((term) => belongsToRival(place, term));
      });
    });
  });
}

/** "On the night of 13 April" */
const TIMES =
  /^(?:day|night|morning|afternoon|evening|week|weekend|month|spring|summer|autumn|winter|season|beginning|start|middle|end|half|quarter|part)$/;

/** True if a date of the claim only tells in the passage which of several is meant: "after the flood of 2017" for "in 2017". */
export function isOfAnotherEvent({ claim, evidence, matches, used }: Alignment, { sentence }: Reading): boolean {
  return claim.terms.some((own, at) => {
    if (own.date === null || !/^(?:in|on|since|from)$/.test(own.preposition)) return false;
    const here = matchedTerms({ evidence, matches }, at, sentence);
    const isOfOther = ({ start, preposition }: Term) =>
      preposition === 'of' &&
      evidence.terms.some(
        ({ end, pos, light, key }, i) =>
          end === start - 1 && pos === 'NOUN' && !light && !used.has(i) && !TIMES.test(key),
      );
    return here.length > 0 && here.every(isOfOther);
  });
}

/** "From" or "to" before a figure: "to about 150 MB". */
function endOfChange({ tokens }: AnalysedText, { start }: Term): 'from' | 'to' | null {
  let at = start - 1;
  while (
    at >= 0 &&
    /^(?:about|around|some|nearly|almost|roughly|approximately|over|just|only)$/.test(tokens[at]!.lower)
  )
    at--;
  const lower = tokens[at]?.lower;
  return lower === 'from' || lower === 'to' ? lower : null;
}

/** True if a figure is where the change of the passage began, and the claim has it as where it ended, or the reverse. */
export function isOtherEnd({ claim, evidence, matches }: Alignment, { sentence }: Reading): boolean {
  return claim.terms.some((own, at) => {
    const end = own.quantity === null && own.date === null ? null : endOfChange(claim, own);
    const here = matchedTerms({ evidence, matches }, at, sentence);
    const isOther = (term: Term) => {
      const theirs = endOfChange(evidence, term);
      return theirs !== null && theirs !== end;
    };
    return end !== null && here.length > 0 && here.every(isOther);
  });
}
