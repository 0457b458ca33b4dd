/** What a clash is, and what all kinds of clashes ask of an alignment. */
import type { Alignment } from './alignment.ts';
import { type AnalysedText, type Term, written } from './analysed-text.ts';
import type { Frame } from './frames.ts';
import type { Reading } from './reading.ts';

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
  /** The words of either side that clash. */
  claimText: string;
  evidenceText: string;
  /** Claim term it rests on (-1: none), and evidence term. */
  claimTerm: number;
  evidenceTerm: number;
  /** The clash is in the subject or the complement itself, so that the reading can't have found both. */
  holdsByItself?: boolean;
}

/** The words of a term as they are written. */
export function textOf(text: AnalysedText, term: Term): string {
  return written(text, term.start, term.end);
}

/** The evidence's clause for the claim clause that `term` stands in: "created by … and first released in 1991" has two. */
function evidenceFrameFor({ claim, evidence, matches }: Alignment, reading: Reading, term: Term): Frame | null {
  const own = claim.frames[term.frame];
  if (own === undefined || own === reading.frame) return reading.evidenceFrame;
  const head = claim.terms.findIndex((candidate) => candidate.start === own.head);
  const answer =
    head < 0 ? undefined : matches[head]!.find((match) => evidence.terms[match.term]!.sentence === reading.sentence);
  const found = answer === undefined ? undefined : evidence.frames[evidence.terms[answer.term]!.frame];
  return found ?? reading.evidenceFrame;
}

/** True if an evidence term stands in the clause of the evidence's predicate, or in front of it. */
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
  // "In 1998, the company was founded": the date stands before the subject, and no other verb comes between.
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
