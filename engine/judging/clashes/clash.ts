/** Defines clashes, with the helpers that all kinds of clashes share. */
import type { Alignment } from '../alignment/alignment.ts';
import type { Reading } from '../reading/reading.ts';
import { type AnalysedText, type Term, textBetween } from '../text/analysed-text.ts';
import type { Frame } from '../text/frames.ts';

export type ClashKind =
  | 'number'
  | 'unit'
  | 'date'
  | 'entity'
  | 'negation'
  | 'antonym'
  | 'quantifier'
  | 'role'
  | 'order';

export interface Clash {
  kind: ClashKind;
  /** The clashing words of the claim and of the evidence. */
  claimText: string;
  evidenceText: string;
  /** Indices of the clashing claim term and evidence term, -1 for none. */
  claimTerm: number;
  evidenceTerm: number;
  /** The clash is in the subject or complement itself, so the reading can't have found both. */
  holdsByItself?: boolean;
  /** One sentence has all else of the claim, so that nothing more is asked of the reading. */
  isProven?: boolean;
}

/** The term as written in the text. */
export function textOf(text: AnalysedText, term: Term): string {
  return textBetween(text, term.start, term.end);
}

/** The evidence clause that matches the claim clause of `term`: "created by … and first released in 1991" has two. */
export function evidenceFrameFor({ claim, evidence, matches }: Alignment, reading: Reading, term: Term): Frame | null {
  const own = claim.frames[term.frame];
  if (own === undefined || own === reading.frame) return reading.evidenceFrame;
  const head = claim.terms.findIndex((candidate) => candidate.start === own.head);
  const headMatch =
    head < 0 ? undefined : matches[head]!.find((match) => evidence.terms[match.term]!.sentence === reading.sentence);
  const found = headMatch === undefined ? undefined : evidence.frames[evidence.terms[headMatch.term]!.frame];
  return found ?? reading.evidenceFrame;
}

/** True if an evidence term stands in the clause of the evidence's predicate, or before it with no verb between. */
export function sharesClause(
  alignment: Alignment,
  reading: Reading,
  term: Term,
  claimTerm: Term | null = null,
): boolean {
  const frame = claimTerm === null ? reading.evidenceFrame : evidenceFrameFor(alignment, reading, claimTerm);
  if (frame === null) return true;
  const own = alignment.evidence.frames[term.frame];
  if (own !== undefined && own !== frame && (own.parenthetical || frame.parenthetical)) return false;
  if (term.start >= frame.verbStart && term.start < frame.end) return true;
  // "It had risen for nine weeks before it fell" does not say how long it fell.
  if (own !== undefined && own !== frame && frame.ownSubject && !frame.participle && term.start < frame.start)
    return false;
  // "In 1998, the company was founded": the date precedes the subject, and no other verb comes between.
  const between = alignment.evidence.frames.some(
    (other) =>
      other !== frame &&
      !other.parenthetical &&
      other.sentence === frame.sentence &&
      other.verbStart > term.start &&
      other.verbStart < frame.verbStart,
  );
  return term.start < frame.verbStart && !between;
}
