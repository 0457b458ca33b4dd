/** The text as it stands, with every claim a link to why. Claims may overlap: a piece leads to the gravest of its claims. */
import type { Verdict } from '#contracts/vocabulary.ts';
import { html, type Markup } from '#markup/html.ts';
import { VERDICT_WORDS } from '#results/page/words.ts';
import type { MarkedClaim } from '../result.ts';
import type { TextPart } from '../text-parts.ts';

const BY_GRAVITY: readonly Verdict[] = ['contradicted', 'disputed', 'unverifiable', 'supported', 'not_checkable'];

interface Marks {
  claims: readonly MarkedClaim[];
  hrefOf: (number: number) => string;
  /** Number of the claim that is shown beside the text. */
  current: number | null;
  pageStarts: readonly number[];
}

/** The text from one code point to another, which no claim crosses; `slice` cuts the whole text. */
export function markedText(
  slice: (start: number, end: number) => string,
  { start: from, end: to }: Pick<TextPart, 'start' | 'end'>,
  { claims, hrefOf, current, pageStarts }: Marks,
): Markup[] {
  const isWithin = (place: number) => place >= from && place < to;
  const marks = claims.filter(({ start, end }) => start < end && isWithin(start));
  const begins = Map.groupBy(marks, ({ start }) => start);
  const pages = new Map(pageStarts.map((start, at) => [start, at + 1]));
  const borders = new Set([...marks.flatMap(({ start, end }) => [start, end]), ...pageStarts.filter(isWithin), to]);
  const pieces: Markup[] = [];
  let open: MarkedClaim[] = [];
  let at = from;
  for (const border of [...borders].sort((a, b) => a - b)) {
    const text = slice(at, border);
    if (text !== '') pieces.push(pageMark(pages.get(at)), piece(text, gravest(open), hrefOf, current));
    open = [...open.filter(({ end }) => end > border), ...(begins.get(border) ?? [])];
    at = border;
  }
  return pieces;
}

/** Where a page of a document begins. */
function pageMark(page: number | undefined): Markup {
  return page === undefined ? html`` : html`<span class="page" id="page-${page}">Page ${page}</span>`;
}

function gravest(claims: readonly MarkedClaim[]): MarkedClaim | null {
  const [first = null] = claims.toSorted((a, b) => BY_GRAVITY.indexOf(a.verdict) - BY_GRAVITY.indexOf(b.verdict));
  return first;
}

function piece(
  text: string,
  claim: MarkedClaim | null,
  hrefOf: (number: number) => string,
  current: number | null,
): Markup {
  if (claim === null) return html`${text}`;
  const { number, verdict } = claim;
  const isCurrent = number === current ? html` aria-current="true"` : null;
  return html`<a class="${verdict}" href="${hrefOf(number)}" data-claim="${number}"${isCurrent} title="${VERDICT_WORDS[verdict].label}">${text}</a>`;
}
