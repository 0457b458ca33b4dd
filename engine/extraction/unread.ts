/** Describes what was not read of a text that exceeds the limits. */
import { MOST_CLAIMS } from '#contracts/most-claims.ts';
import type { CodePointMap } from '#engine/text/code-points.ts';
import { placeInWords } from '#engine/text/place-in-words.ts';
import type { ExtractionInput, ExtractionOutput } from '#engine/types/extraction.ts';
import { ESTIMATE_METHOD } from './layout/estimate.ts';
import type { Segment } from './layout/segments.ts';

/**
 * Number of segments (sentences, headings, rows and the like) that are read. This bounds the time for texts with hardly any
 * claims, such as long lists of headings. It is two and a half times what 500 pages of prose have.
 */
export const MOST_SEGMENTS = 50_000;

/** Number of code points that are shown of a span that gave no claim. */
const LONGEST_SHOWN = 200;

/** Where reading stopped (UTF-16), and why. */
export interface Stop {
  unreadFrom: number;
  why: string;
}

/** Number of claims that are extracted from the text. */
export function mostClaimsOf({ most_claims = MOST_CLAIMS.text }: ExtractionInput): number {
  return most_claims;
}

/** How a limitation begins that says that a text was not read to its end. */
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
  /** Code-point offsets at which its pages begin; empty if it has none. */
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

/** The beginning of a text, as far as it is shown of a missing span. */
export function beginning(text: string): string {
  return [...text.slice(0, 2 * LONGEST_SHOWN)].slice(0, LONGEST_SHOWN).join('');
}

/** Added to the name of the estimate's method if a part was not read. */
const PROJECTED = '; beyond the part that was read at least as many for each sentence as within it';

/**
 * Estimate of the material claims of the whole text, if there are `extracted` of them before `unreadFrom` (UTF-16) and the rest
 * has as many for each segment.
 */
function projectedClaims(extracted: number, segments: readonly Segment[], unreadFrom: number): number {
  const statements = segments.filter(({ kind }) => kind !== 'heading');
  const read = statements.filter(({ start }) => start < unreadFrom).length;
  return Math.ceil((extracted * statements.length) / Math.max(1, read));
}
