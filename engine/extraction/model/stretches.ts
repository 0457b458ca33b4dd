/**
 * Cuts a text into stretches, about each of which a language model is asked one question. They are whole paragraphs if these are
 * short enough.
 */
import type { Span } from '#engine/text/sentences.ts';
import type { TextUse } from '#engine/types/extraction.ts';
import type { Segment } from '../layout/segments.ts';

/** UTF-16 units. */
interface Lengths {
  /** The longest stretch. */
  most: number;
  /** From this length on, a stretch ends with its paragraph rather than in the middle of the next one. */
  enough: number;
  /** The longest last stretch, so that a closing line is not asked about alone. */
  last: number;
}

const LENGTHS: Readonly<Record<NonNullable<TextUse['form']>, Lengths>> = {
  // Half a page.
  statements: { most: 2_500, enough: 1_250, last: 3_000 },
  // Small models list only half of what half a page states.
  lines: { most: 800, enough: 400, last: 1_000 },
};

export interface Stretch extends Span {
  /** Its segments, with their index in the text. */
  segments: readonly { chunk: number; segment: Segment }[];
}

const PARAGRAPH = /\n[^\S\n]*\n/u;

/** The stretches in order. Together they hold all segments. A segment is never split, however long it is. */
export function stretchesOf(
  content: string,
  segments: readonly Segment[],
  form: NonNullable<TextUse['form']> = 'statements',
): Stretch[] {
  const lengths = LENGTHS[form];
  const end = segments.at(-1)?.end ?? 0;
  const stretches: { start: number; end: number; segments: { chunk: number; segment: Segment }[] }[] = [];
  for (const [chunk, segment] of segments.entries()) {
    const open = stretches.at(-1);
    if (open === undefined || (end - open.start > lengths.last && isFull(content, open, segment, lengths))) {
      stretches.push({ start: segment.start, end: segment.end, segments: [{ chunk, segment }] });
      continue;
    }
    open.segments.push({ chunk, segment });
    open.end = Math.max(open.end, segment.end);
  }
  return stretches;
}

function isFull(content: string, open: Span, next: Segment, { most, enough }: Lengths): boolean {
  if (next.end - open.start > most) return true;
  return open.end - open.start >= enough && PARAGRAPH.test(content.slice(open.end, next.start));
}
