/** Renders a text as it was meant, with every claim marked at its place. */
import { html, type Markup } from '#markup/html.ts';
import { readText } from './blocks.ts';
import { cutAt } from './cut.ts';
import type { TextKind } from './kind.ts';
import { type ClaimSpan, type Segment, segmentsOf } from './segments.ts';
import type { Shown, ShownTag } from './shown.ts';

/** A piece of one segment. */
interface MarkedPiece {
  kind: 'text';
  text: string;
  segment: Segment;
  /** Numbers of the claims whose first, or last, letters these are. */
  begins: number[];
  ends: number[];
}

export interface RenderedText {
  /** The text of the first heading; null: there is none. */
  heading: string | null;
  /** Yields the text in pieces, with these claims marked. */
  marked(spans: readonly ClaimSpan[]): Generator<string>;
}

/**
 * Reads a text, and renders it. Where a claim begins is an anchor, `text-1` for the first, and where it ends its number,
 * which leads to the claim. Every claim has both, also one of which nothing is shown.
 */
export function renderText(source: string, kind: TextKind): RenderedText {
  const { heading, shown } = readText(source, kind);
  return { heading, marked: (spans) => markedPieces(source, shown, spans) };
}

function* markedPieces(source: string, shown: readonly Shown[], spans: readonly ClaimSpan[]): Generator<string> {
  const segments = placed(segmentsOf(source, spans));
  const pieces = Array.from(cutAt(shown, segments), (piece): Cut => {
    if (piece.kind === 'tag') return piece;
    const { text, stretch } = piece;
    return { kind: 'text', text, segment: stretch.segment, index: stretch.index, begins: [], ends: [] };
  });
  const unplaced = placeClaims(pieces, segments);
  for (const piece of pieces) yield piece.kind === 'tag' ? piece.tag.text : rendered(piece).text;
  for (const { begins, ends } of unplaced) yield html`${begins.map(anchor)}${ends.map(reference)}`.text;
}

interface PlacedSegment {
  segment: Segment;
  index: number;
  /** UTF-16 offset. */
  end: number;
}

function placed(segments: readonly Segment[]): PlacedSegment[] {
  let end = 0;
  return segments.map((segment, index) => {
    end += segment.text.length;
    return { segment, index, end };
  });
}

type Cut = ShownTag | (MarkedPiece & { index: number });

/** Gives every claim its first and last piece; returns the segments of those that have none, in a text that shows nothing. */
function placeClaims(pieces: readonly Cut[], segments: readonly PlacedSegment[]): Segment[] {
  const texts = pieces.filter((piece) => piece.kind === 'text');
  if (texts.length === 0) return segments.map(({ segment }) => segment);
  let next = 0;
  for (const { segment, index } of segments) {
    while (next < texts.length && texts[next]!.index < index) next++;
    const first = texts[Math.min(next, texts.length - 1)]!;
    first.begins.push(...segment.begins);
  }
  let last = texts.length - 1;
  for (const { segment, index } of segments.toReversed()) {
    while (last > 0 && texts[last]!.index > index) last--;
    texts[last]!.ends.unshift(...segment.ends);
  }
  return [];
}

function rendered({ text, segment: { verdict, claims }, begins, ends }: MarkedPiece): Markup {
  const letters =
    verdict === null || /^\n*$/.test(text)
      ? html`${text}`
      : html`<mark class="${verdict}${claims > 1 ? ' several' : ''}">${text}</mark>`;
  return html`${begins.map(anchor)}${letters}${ends.map(reference)}`;
}

function anchor(number: number): Markup {
  return html`<span id="text-${number}"></span>`;
}

function reference(number: number): Markup {
  return html`<a class="reference" href="#claim-${number}">${number}</a>`;
}
