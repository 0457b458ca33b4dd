/** Long texts are shown in parts, so that a page is neither long in the making nor hard to scroll. */
import type { MarkedClaim } from './result.ts';

/** A part ends at the next place where nothing is cut, once it has so many code points or claims. */
const LENGTH = 100_000;
const CLAIMS = 1_000;

export interface TextPart {
  /** From 1. */
  number: number;
  /** How many parts the text has. */
  of: number;
  /** Code-point offsets, end exclusive. */
  start: number;
  end: number;
}

/** A stretch that has no claim and no page for so long is cut anywhere. */
const LONGEST = 2 * LENGTH;

/** All parts of a text of so many code points: at least one. They begin where a page does, or a claim that none overlaps. */
export function partsOf(
  length: number,
  claims: readonly Pick<MarkedClaim, 'start' | 'end'>[],
  pageStarts: readonly number[] = [],
): TextPart[] {
  const inOrder = claims.toSorted((a, b) => a.start - b.start);
  const marked = new Set([...pageStarts, ...inOrder.map(({ start }) => start)]);
  const anywhere = Array.from({ length: Math.floor(length / LENGTH) }, (_, n) => (n + 1) * LENGTH);
  const places = [...new Set([...marked, ...anywhere])].sort((a, b) => a - b);
  const starts = [0];
  let next = 0;
  let reached = 0;
  let firstOfPart = 0;
  for (const place of places) {
    while (next < inOrder.length && inOrder[next]!.start < place) reached = Math.max(reached, inOrder[next++]!.end);
    const isFull =
      place - starts.at(-1)! >= (marked.has(place) ? LENGTH : LONGEST) ||
      (marked.has(place) && next - firstOfPart >= CLAIMS);
    if (!isFull || reached > place || place >= length) continue;
    starts.push(place);
    firstOfPart = next;
  }
  return starts.map((start, i) => ({ number: i + 1, of: starts.length, start, end: starts[i + 1] ?? length }));
}
