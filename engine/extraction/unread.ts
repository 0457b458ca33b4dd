/** What is said of a text that holds more than is read of one text. */
import { MOST_CLAIMS } from '#contracts/most-claims.ts';
import type { CodePointMap } from '#engine/text/code-points.ts';
import { placeInWords } from '#engine/text/place-in-words.ts';
import type { ExtractionInput, ExtractionOutput } from '#engine/types/extraction.ts';
import { ESTIMATE_METHOD } from './layout/estimate.ts';
import type { Segment } from './layout/segments.ts';

/**
 * Sentences, headings, rows and the like that are read of a text: it bounds the time for texts that have next to no claims,
 * such as long lists of headings. Two and a half times what 500 pages of prose have.
 */
export const MOST_SEGMENTS = 50_000;

/** A span of the text that gave no claim is shown up to this many code points. */
const LONGEST_SHOWN = 200;

/** Where reading stopped (UTF-16), and why. */
export interface Stop {
  unreadFrom: number;
  why: string;
}

/** Claims that are extracted of the text. */
export function mostClaimsOf({ most_claims = MOST_CLAIMS.text }: ExtractionInput): number {
  return most_claims;
}

/** How it is said that a text was not read to its end. */
const TOO_MANY = 'too_many_';

/** Whether the limitation says that the text was not read to its end. */
export function saysUnread(limitation: string): boolean {
  return limitation.startsWith(TOO_MANY);
}

/** Why reading stopped: the text has more claims than are extracted of one text. */
export function tooManyClaims(most: number): string {
  return `${TOO_MANY}claims: only the first ${most} claims were extracted`;
}

/** Like `tooManyClaims`, for a text that is too long, whatever it states. */
export function tooManySegments(most: number): string {
  return `${TOO_MANY}sentences: only the first ${most} sentences and headings were read`;
}

/** A text of which only the beginning was read. */
export interface CutText {
  content: string;
  segments: readonly Segment[];
  points: CodePointMap;
  /** Code-point offsets at which its pages begin; empty: it has none. */
  pageStarts: readonly number[];
}

/** What was extracted from the beginning of a text, with an account of the rest. */
export function withUnread(
  output: ExtractionOutput,
  { content, segments, points, pageStarts }: CutText,
  { unreadFrom, why }: Stop,
): ExtractionOutput {
  const start = points.toCodePoints(unreadFrom);
  const end = points.toCodePoints(content.length);
  const place = `from ${placeInWords(content, start, pageStarts)} on`;
  const material = output.claims.filter(({ materiality }) => materiality !== 'low').length;
  return {
    ...output,
    estimated_material_claims: Math.max(
      output.estimated_material_claims,
      projectedClaims(material, segments, unreadFrom),
    ),
    estimate_method: ESTIMATE_METHOD + PROJECTED,
    missing_spans: [
      ...output.missing_spans,
      `characters ${start} to ${end}, ${place}: ${beginning(content.slice(unreadFrom))}`,
    ],
    unread_from: start,
    limitations: [...output.limitations, `${why}; ${place} (characters ${start} to ${end}) the text was not read.`],
  };
}

/** As much of a text as is shown of a missing span. */
export function beginning(text: string): string {
  return [...text.slice(0, 2 * LONGEST_SHOWN)].slice(0, LONGEST_SHOWN).join('');
}

/** Added to the method of the estimate where a part was not read. */
const PROJECTED = '; beyond the part that was read at least as many for each sentence as within it';

/**
 * Material claims of the whole text where `extracted` of them stand before `unreadFrom` (UTF-16), if the rest has as many
 * for each statement.
 */
function projectedClaims(extracted: number, segments: readonly Segment[], unreadFrom: number): number {
  const statements = segments.filter(({ kind }) => kind !== 'heading');
  const read = statements.filter(({ start }) => start < unreadFrom).length;
  return Math.ceil((extracted * statements.length) / Math.max(1, read));
}
