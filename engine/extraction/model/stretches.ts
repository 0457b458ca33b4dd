/** Cuts a text into stretches that a language model is asked about one by one: whole paragraphs, where they are short enough. */
import type { Span } from '#engine/text/sentences.ts';
import type { Segment } from '../layout/segments.ts';

/** UTF-16 units: half a page. Longer ones are left half listed by small models. */
const LENGTH = 2_500;
/** A stretch of this length ends with its paragraph rather than in the middle of the next. */
const ENOUGH = 1_250;
/** The last may be so long, so that nobody is asked about a closing line alone. */
const LONGEST_LAST = 3_000;

export interface Stretch extends Span {
  /** Its segments, by their index in the text. */
  segments: readonly { chunk: number; segment: Segment }[];
}

const PARAGRAPH = /\n[^\S\n]*\n/u;

/** In order; together they hold all segments. A segment is in one stretch alone, however long it is. */
export function stretchesOf(content: string, segments: readonly Segment[]): Stretch[] {
  const end = segments.at(-1)?.end ?? 0;
  const stretches: { start: number; end: number; segments: { chunk: number; segment: Segment }[] }[] = [];
  for (const [chunk, segment] of segments.entries()) {
    const open = stretches.at(-1);
    if (open === undefined || (end - open.start > LONGEST_LAST && isFull(content, open, segment))) {
      stretches.push({ start: segment.start, end: segment.end, segments: [{ chunk, segment }] });
      continue;
    }
    open.segments.push({ chunk, segment });
    open.end = Math.max(open.end, segment.end);
  }
  return stretches;
}

function isFull(content: string, open: Span, next: Segment): boolean {
  if (next.end - open.start > LENGTH) return true;
  return open.end - open.start >= ENOUGH && PARAGRAPH.test(content.slice(open.end, next.start));
}
