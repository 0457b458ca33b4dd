/** Cuts a text into segments, line by line: markdown blocks first, sentences inside them. Linear time. */
import { detectLanguage } from '#engine/text/detect-language.ts';
import type { Span } from '#engine/text/sentences.ts';
import { sentencesIn } from '#engine/text/sentences-of-language.ts';
import {
  cutLong,
  isRowOfValues,
  isTableRule,
  type Line,
  LONGEST_SEGMENT,
  linesOf,
  tableCells,
  trimmed,
} from './lines.ts';

export type SegmentKind = 'sentence' | 'list_item' | 'table_row' | 'heading' | 'quotation' | 'caption';

/** UTF-16 offsets into the text. */
export interface Segment extends Span {
  kind: SegmentKind;
  /** The heading, or the list's lead-in line, above it. */
  heading: Span | null;
  /** Table rows only: cells of this row and of the header row. */
  cells: Span[];
  columns: Span[];
}

export interface Segmentation {
  segments: Segment[];
  /** Code blocks, which are left out. */
  code: Span[];
}

const LONGEST_PREFIX = 64;
const RULE = /^(?:[-*_=][ \t]*){3,}$/u;
/**
 * Symbols such as a tick, an arrow or a boxed number open an item as a bullet does. A symbol that denies what follows, such as a
 * cross, is not among them.
 */
const LIST_MARKER =
  /^(?:(?:[-*+•‣◦▪–—][ \t]+|\(?\d{1,3}[.)][ \t]+|\(?(?:[a-z]|[ivx]{1,4})\)[ \t]+)(?:\[[ xX]\][ \t]+)?(?:(?:[✅✔✓☑➡➜→►▶👉🔹🔸●■◆★⭐📌ℹ💡🎯🚀]\uFE0F?|\d\uFE0F?\u20E3)[ \t]*)?|(?:[✅✔✓☑➡➜→►▶👉🔹🔸●■◆★⭐📌ℹ💡🎯🚀]\uFE0F?|\d\uFE0F?\u20E3)[ \t]*)/u;
const CAPTION =
  /^(?:\*|_)?(?:fig(?:ure|\.)?|table|image|photo|chart|map|caption|source)\s{0,2}\d{0,3}[a-z]?\s?[:.–—-]\s/iu;
/** Maximum length of a title, which stands on its own line without a full stop, colon or comma at its end. */
const LONGEST_TITLE = 80;
const TITLE = /^["“'‘*_]{0,3}\p{Lu}[^|\t:]*[^.!?…:;,|"”。！？]$/u;
/** A line of at least this length without final punctuation continues in the next one, however that begins. */
const SHORTEST_FULL_LINE = 50;
/** The target of a reference link: "[home]: https://example.org". */
const LINK_TARGET = /^\[[^\]]{1,60}\]:\s?(?:<|https?:|www\.|mailto:|[./#])/u;
const FOOTNOTE = /^\[\^?[^\]]{1,60}\]:\s?(?=\S)/u;
/** The second line of a definition: "Term", ": what it means". */
const MEANING = /^:[ \t]+(?=\S)/u;
/** A bold line with a figure is a statement, not a title: "**Open from 1 May to 30 September**". */
const FIGURE_IN_BOLD = /^(?:\*\*|__)(?=.*\d)/u;

/** The segments in order of their start. Sentences are split by the rules of the text's language. */
export function segment(text: string): Segmentation {
  return new Segmenter(text).run();
}

class Segmenter {
  readonly #text: string;
  readonly #language: string;
  readonly #contentEnd: number;
  readonly #segments: Segment[] = [];
  #heading: Span | null = null;
  #leadIn: Span | null = null;
  /** The line above, if the current item gives its meaning. */
  #term: Span | null = null;
  #paragraph: Line[] = [];
  #paragraphKind: SegmentKind = 'sentence';
  #columns: Span[] = [];
  readonly #code: Span[] = [];

  constructor(text: string) {
    this.#text = text;
    this.#language = detectLanguage(text);
    this.#contentEnd = text.trimEnd().length;
  }

  run(): Segmentation {
    let fence: string | null = null;
    const all = linesOf(this.#text);
    for (let i = 0; i < all.length; i++) {
      const line = all[i]!;
      const mark = /^(?:`{3,}|~{3,})/u.exec(line.text.slice(0, LONGEST_PREFIX))?.[0];
      if (fence !== null) {
        this.#code.at(-1)!.end = line.end;
        if (mark?.startsWith(fence) && line.text.length < LONGEST_PREFIX) fence = null;
        continue;
      }
      if (mark !== undefined && !line.text.slice(mark.length).includes('`')) {
        this.#flush();
        this.#code.push({ start: line.start, end: line.end });
        fence = mark.slice(0, 3);
        continue;
      }
      this.#block(line, all[i + 1]);
    }
    this.#flush();
    return { segments: this.#segments, code: this.#code };
  }

  #block(line: Line, next: Line | undefined): void {
    const { text } = line;
    const head = text.slice(0, LONGEST_PREFIX);
    const isTable =
      text.includes('|', 1) && (this.#columns.length > 0 || (next !== undefined && isTableRule(next.text)));
    if (!isTable) this.#columns = [];
    if (text === '') this.#flush();
    else if (isTable) this.#tableLine(line);
    else if (text.length <= 200 && RULE.test(text)) this.#rule(text);
    else if (/^#{1,6}[ \t]/u.test(head)) this.#headingLine(line);
    else if (text.startsWith('>')) this.#quoteLine(line);
    else if (LINK_TARGET.test(head) || (text.startsWith('<') && /^<[^<>]{1,200}>$/u.test(text.slice(0, 210))))
      this.#flush();
    else if (FOOTNOTE.test(head)) this.#itemLine(line, FOOTNOTE);
    else if (MEANING.test(head)) this.#meaningLine(line);
    else if (LIST_MARKER.test(head) && !this.#isWrapped(head)) this.#listLine(line);
    else if (CAPTION.test(head)) this.#captionLine(line);
    else this.#proseLine(line);
  }

  #rule(text: string): void {
    const isSetext = this.#paragraph.length === 1 && this.#paragraphKind === 'sentence' && /^(?:=+|-+)$/u.test(text);
    if (!isSetext) {
      this.#flush();
      return;
    }
    const [title] = this.#paragraph;
    this.#paragraph = [];
    this.#pushHeading(title!);
  }

  #headingLine(line: Line): void {
    this.#flush();
    const marks = /^#{1,6}[ \t]+/u.exec(line.text.slice(0, LONGEST_PREFIX))?.[0].length ?? line.text.length;
    const tail = line.text.endsWith('#')
      ? (/[ \t]#{1,6}$/u.exec(line.text.slice(-LONGEST_PREFIX))?.[0].length ?? 0)
      : 0;
    this.#pushHeading(trimmed(this.#text, line.start + marks, line.end - tail));
  }

  #pushHeading(span: Span): void {
    if (span.end <= span.start) return;
    this.#push('heading', span);
    this.#heading = { start: span.start, end: span.end };
    this.#leadIn = null;
  }

  #quoteLine(line: Line): void {
    const marks = /^(?:>[ \t]?){1,8}/u.exec(line.text.slice(0, LONGEST_PREFIX))![0].length;
    const body = trimmed(this.#text, line.start + marks, line.end);
    if (this.#paragraphKind !== 'quotation' || body.end <= body.start) this.#flush();
    this.#paragraphKind = 'quotation';
    if (body.end > body.start) this.#paragraph.push({ ...body, text: this.#text.slice(body.start, body.end) });
  }

  /** True for "… was finished in\n30. April": in wrapped prose, a line may begin with a number or dash. */
  #isWrapped(head: string): boolean {
    const last = this.#paragraph.at(-1);
    if (last === undefined || this.#paragraphKind !== 'sentence' || !/^(?:[–—]|\(?(?!1[.)])\d)/u.test(head))
      return false;
    return last.text.length >= SHORTEST_FULL_LINE && !/[.!?:;…"”)]$/u.test(last.text);
  }

  #listLine(line: Line): void {
    if (this.#paragraph.length > 0 && this.#paragraphKind === 'sentence') this.#noteLeadIn();
    this.#itemLine(line, LIST_MARKER);
  }

  /** Starts an item, which goes on until the next item or block. `marker` matches its opening. */
  #itemLine(line: Line, marker: RegExp): void {
    this.#flush();
    const length = marker.exec(line.text.slice(0, LONGEST_PREFIX))![0].length;
    const body = trimmed(this.#text, line.start + length, line.end);
    if (body.end <= body.start) return;
    this.#paragraphKind = 'list_item';
    this.#paragraph.push({ ...body, text: this.#text.slice(body.start, body.end) });
  }

  /**
   * Starts a definition: one item together with the line before it, which is the term. A further meaning has the term as its
   * lead-in.
   */
  #meaningLine(line: Line): void {
    const isTerm =
      this.#paragraphKind === 'sentence' && (this.#paragraph.at(-1)?.text.length ?? LONGEST_TITLE) < LONGEST_TITLE;
    const term = isTerm ? this.#paragraph.pop() : undefined;
    this.#itemLine(line, MEANING);
    if (term === undefined) return;
    this.#leadIn = { start: term.start, end: term.end };
    this.#term = this.#leadIn;
  }

  #noteLeadIn(): void {
    const last = this.#paragraph.at(-1)!;
    if (last.text.endsWith(':')) this.#leadIn = { start: last.start, end: last.end };
  }

  #captionLine(line: Line): void {
    this.#flush();
    this.#paragraphKind = 'caption';
    const label = CAPTION.exec(line.text.slice(0, LONGEST_PREFIX))![0].length;
    const body = trimmed(this.#text, line.start + label, line.end);
    this.#paragraph.push({ ...body, text: this.#text.slice(body.start, body.end) });
  }

  #tableLine(line: Line): void {
    this.#flush();
    if (isTableRule(line.text)) return;
    const cells = tableCells(this.#text, line);
    if (this.#columns.length === 0) {
      const isHeader = !isRowOfValues(this.#text, cells);
      this.#columns = isHeader ? cells : cells.map(({ start }) => ({ start, end: start }));
      if (isHeader) return;
    }
    if (cells.some((cell) => cell.end > cell.start)) this.#push('table_row', line, cells, this.#columns);
  }

  #proseLine(line: Line): void {
    if (this.#paragraphKind === 'caption' || (this.#paragraphKind === 'quotation' && this.#paragraph.length > 0))
      this.#flush();
    if (this.#paragraph.length === 0) this.#leadIn = null;
    this.#paragraph.push(line);
  }

  #flush(): void {
    const first = this.#paragraph[0];
    if (first !== undefined) {
      const end = this.#paragraph.at(-1)!.end;
      if (this.#paragraphKind === 'sentence') this.#noteLeadIn();
      const body = this.#text.slice(first.start, end);
      const ownLines = new Map(this.#paragraph.map((line) => [line.start, line.end]));
      for (const span of sentencesIn(body, this.#language)) {
        const place = { start: first.start + span.start, end: first.start + span.end };
        if (ownLines.get(place.start) === place.end && this.#isTitle(place)) {
          this.#pushHeading(place);
          continue;
        }
        const marks = this.#paragraphKind === 'quotation' ? quoteMarks(body, span) : 0;
        const start = this.#term?.start ?? first.start + span.start + marks;
        this.#term = null;
        if (start < first.start + span.end) this.#push(this.#paragraphKind, { start, end: first.start + span.end });
      }
    }
    this.#paragraph = [];
    this.#paragraphKind = 'sentence';
  }

  /** True for a short piece of prose on its own line, with text after it, that doesn't end like a sentence. */
  #isTitle({ start, end }: Span): boolean {
    if (this.#paragraphKind !== 'sentence' || end - start > LONGEST_TITLE) return false;
    const line = this.#text.slice(start, end);
    return end < this.#contentEnd && TITLE.test(line) && !FIGURE_IN_BOLD.test(line);
  }

  #push(kind: SegmentKind, { start, end }: Span, cells: Span[] = [], columns: Span[] = []): void {
    const heading = kind === 'list_item' ? (this.#leadIn ?? this.#heading) : this.#heading;
    if (end - start <= LONGEST_SEGMENT) {
      this.#segments.push({ kind, start, end, heading, cells, columns });
      return;
    }
    for (const piece of cutLong(this.#text, start, end)) {
      this.#segments.push({
        kind: kind === 'table_row' ? 'sentence' : kind,
        ...piece,
        heading,
        cells: [],
        columns: [],
      });
    }
  }
}

/** Length of the ">" marks that a sentence in a quotation may begin with. */
function quoteMarks(body: string, { start, end }: Span): number {
  return /^(?:>\s?){0,8}/u.exec(body.slice(start, Math.min(end, start + 24)))![0].length;
}
