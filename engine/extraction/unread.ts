/** What is said of a text that holds more than is read of one text. */
import type { Segment } from './layout/segments.ts';

/**
 * Claims per text. A result takes some 8 KB for each and is held in memory as a whole. Ordinary prose has about 10 claims
 * per 1,000 characters and dense prose twice as many, so that texts of up to 50,000 characters are read whole.
 */
export const MOST_CLAIMS = 1_000;

/**
 * Sentences, headings, rows and the like that are read of a text: it bounds the time for texts that have next to no claims,
 * such as long lists of headings. Two and a half times what 500 pages of prose have.
 */
export const MOST_SEGMENTS = 50_000;

/** A span of the text that gave no claim is shown up to this many code points. */
const LONGEST_SHOWN = 200;

/** The part of a text that was not read, in code points; `end` is the text's own. */
export interface Unread {
  start: number;
  end: number;
}

/** Goes to the limitations of the text, with the place of what was not read. */
export function tooManyClaims(most: number): string {
  return `too_many_claims: only the first ${most} claims were extracted`;
}

/** Like `tooManyClaims`, for a text that is too long, whatever it states. */
export function tooManySegments(most: number): string {
  return `too_many_sentences: only the first ${most} sentences and headings were read`;
}

/** Goes to the missing spans: where the part is, and how it begins. `text`: the part itself. */
export function unreadSpan({ start, end }: Unread, text: string): string {
  return `characters ${start} to ${end}: ${beginning(text)}`;
}

/** As much of a text as is shown of a missing span. */
export function beginning(text: string): string {
  return [...text.slice(0, 2 * LONGEST_SHOWN)].slice(0, LONGEST_SHOWN).join('');
}

/** Added to the method of the estimate where a part was not read. */
export const PROJECTED = '; beyond the part that was read at least as many for each sentence as within it';

/**
 * Material claims of the whole text where `extracted` of them stand before `unreadFrom` (UTF-16), if the rest has as many
 * for each statement.
 */
export function projectedClaims(extracted: number, segments: readonly Segment[], unreadFrom: number): number {
  const statements = segments.filter(({ kind }) => kind !== 'heading');
  const read = statements.filter(({ start }) => start < unreadFrom).length;
  return Math.ceil((extracted * statements.length) / Math.max(1, read));
}
