/** A claim as it is found: not numbered yet, and with offsets in UTF-16. */
import type { CodePointMap } from '#engine/language/code-points.ts';
import type { ExtractedClaim } from '#engine/types.ts';
import type { Segment } from '../layout/segments.ts';

/** A claim without ordinal and code points. */
export interface Draft extends Omit<ExtractedClaim, 'ordinal' | 'start' | 'end' | 'original_span'> {
  /** UTF-16 span in the text, end exclusive. */
  from: number;
  to: number;
}

/** A segment of the text, and what its place in the text says about it. */
export interface Passage {
  content: string;
  piece: Segment;
  /** Ordinal of the segment. */
  chunk: number;
  /** It opens or closes the text, where a text says what matters most. */
  carriesConclusion: boolean;
}

/** The part of a draft that is the segment's, for one that spans all of it and leaves nothing open. */
export function draftOfWhole({ content, piece, chunk }: Passage) {
  return {
    from: piece.start,
    to: piece.end,
    sentence: content.slice(piece.start, piece.end),
    chunk,
    ambiguous_dependencies: [],
    unresolved_ambiguity: [],
  };
}

/** By start, then by end; as found where both are the same. */
export function inOrder(drafts: readonly Draft[]): Draft[] {
  return drafts.toSorted((a, b) => a.from - b.from || a.to - b.to);
}

/** The claims of the drafts, which are in order, with ordinals and spans in code points. */
export function numbered(drafts: readonly Draft[], content: string, points: CodePointMap): ExtractedClaim[] {
  return drafts.map(({ from, to, ...rest }, ordinal) => ({
    ordinal,
    start: points.toCodePoints(from),
    end: points.toCodePoints(to),
    original_span: content.slice(from, to),
    ...rest,
  }));
}
