/**
 * The text as it was meant, headings, lists and tables included, with every claim a link to why. Claims may overlap: a piece leads to
 * the gravest of its claims.
 */
import { html, type Markup } from '#markup/html.ts';
import { readTextInTurns } from '#results/page/text/blocks.ts';
import { cutAt, type ShownPiece, type Stretch } from '#results/page/text/cut.ts';
import { showInBlock, showLines } from '#results/page/text/in-a-block.ts';
import type { TextKind } from '#results/page/text/kind.ts';
import { ShownParts, type ShownTag } from '#results/page/text/shown.ts';
import { VERDICT_WORDS, VERDICTS_SHOWN } from '#results/page/words.ts';
import type { MarkedClaim } from '../result.ts';
import type { TextPart } from '../text-parts.ts';

interface Marks {
  kind: TextKind;
  claims: readonly MarkedClaim[];
  hrefOf: (number: number) => string;
  /** Number of the claim that is shown beside the text. */
  current: number | null;
  pageStarts: readonly number[];
}

/** What is covered by the same claims, on one page. */
interface MarkedStretch extends Stretch {
  claim: MarkedClaim | null;
  /** The page that begins with it, from 1. */
  page: number | null;
}

type Piece = ShownTag | ShownPiece<MarkedStretch>;

/** The text from one code point to another, which no claim crosses; `slice` cuts the whole text. */
export async function markedText(
  slice: (start: number, end: number) => string,
  part: Pick<TextPart, 'start' | 'end'>,
  marks: Marks,
): Promise<Markup[]> {
  const source = slice(part.start, part.end);
  const stretches = stretchesOf(slice, part, marks);
  const pieces = [...cutAt((await readTextInTurns(source, marks.kind)).shown, stretches)];
  const pages = stretches.filter(({ page }) => page !== null);
  const shown: Markup[] = [];
  for (let at = 0; at < pieces.length; ) {
    const run = pieces.slice(at, Math.max(at + 1, linkEnd(pieces, at)));
    const first = run.find((piece) => piece.kind === 'text');
    // Of a page that begins with what is not shown, the next letters are the first.
    while (first !== undefined && pages.length > 0 && pages[0]!.end <= first.stretch.end) {
      shown.push(pageMark(pages.shift()!.page!));
    }
    shown.push(linked(run, marks));
    at += run.length;
  }
  return shown;
}

/** A longer claim is no sentence, and is shown with its marks in a list of many. */
const LONGEST_READ = 500;

/** A claim's words without the marks of Markdown. */
export function claimWords(words: string, kind: TextKind): Markup[] {
  if (words.length > LONGEST_READ) return [html`${words}`];
  const shown = new ShownParts(words);
  const show = kind === 'document' ? showLines : showInBlock;
  show(words, { from: 0, to: words.length }, [], shown);
  return shown.parts.map((part) => (part.kind === 'tag' ? part.tag : html`${part.text}`));
}

function stretchesOf(
  slice: (start: number, end: number) => string,
  { start: from, end: to }: Pick<TextPart, 'start' | 'end'>,
  { claims, pageStarts }: Marks,
): MarkedStretch[] {
  const isWithin = (place: number) => place >= from && place < to;
  const marked = claims.filter(({ start, end }) => start < end && isWithin(start));
  const begins = Map.groupBy(marked, ({ start }) => start);
  const pages = new Map(pageStarts.map((start, at) => [start, at + 1]));
  const borders = new Set([...marked.flatMap(({ start, end }) => [start, end]), ...pageStarts.filter(isWithin), to]);
  const stretches: MarkedStretch[] = [];
  let open: MarkedClaim[] = [];
  let [at, end] = [from, 0];
  for (const border of [...borders].sort((a, b) => a - b)) {
    const { length } = slice(at, border);
    end += length;
    if (length > 0) stretches.push({ end, claim: gravest(open), page: pages.get(at) ?? null });
    open = [...open.filter((claim) => claim.end > border), ...(begins.get(border) ?? [])];
    at = border;
  }
  return stretches;
}

function gravest(claims: readonly MarkedClaim[]): MarkedClaim | null {
  const [first = null] = claims.toSorted(
    (a, b) => VERDICTS_SHOWN.indexOf(a.verdict) - VERDICTS_SHOWN.indexOf(b.verdict),
  );
  return first;
}

/** Tags that a link can hold. */
const INLINE = /^<\/?(?:em|strong|s|code|span|br)\b/;

/** Where the longest run from there ends that one link can hold: of one claim, each tag with its end; `from` if none does. */
function linkEnd(pieces: readonly Piece[], from: number): number {
  let last: MarkedStretch | null = null;
  let depth = 0;
  let end = from;
  for (let at = from; at < pieces.length; at++) {
    const piece = pieces[at]!;
    if (piece.kind === 'tag') {
      const { text } = piece.tag;
      if (!INLINE.test(text)) break;
      if (!text.startsWith('<br')) depth += text.startsWith('</') ? -1 : 1;
    } else {
      const { stretch } = piece;
      if (stretch.claim === null) break;
      if (last !== null && stretch !== last && (stretch.claim !== last.claim || stretch.page !== null)) break;
      last = stretch;
    }
    if (depth < 0) break;
    if (depth === 0 && last !== null) end = at + 1;
  }
  return end;
}

/** A run that one link can hold, or a single piece. */
function linked(run: readonly Piece[], { hrefOf, current }: Marks): Markup {
  const inside = run.map((piece) => (piece.kind === 'tag' ? piece.tag : html`${piece.text}`));
  const texts = run.filter((piece) => piece.kind === 'text');
  const claim = texts[0]?.stretch.claim ?? null;
  if (claim === null || texts.every(({ text }) => /^\s*$/.test(text))) return html`${inside}`;
  const { number, verdict } = claim;
  const isCurrent = number === current ? html` aria-current="true"` : null;
  return html`<a class="${verdict}" href="${hrefOf(number)}" data-claim="${number}"${isCurrent} title="${VERDICT_WORDS[verdict].label}">${inside}</a>`;
}

/** Where a page of a document begins. */
function pageMark(page: number): Markup {
  return html`<span class="page" id="page-${page}">Page ${page}</span>`;
}
