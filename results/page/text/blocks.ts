/** The blocks of a text: headings, paragraphs, lists, tables, quotations, code. */
import type { SyntaxNode } from '@lezer/common';
import { Turn } from '#common/turns.ts';
import { html, type Markup } from '#markup/html.ts';
import { withoutDeepMarkers } from './deep-markers.ts';
import { type Range, showInBlock, showLines } from './in-a-block.ts';
import type { TextKind } from './kind.ts';
import { DOCUMENT_BLOCKS, MARKDOWN_BLOCKS } from './parsers.ts';
import { type Shown, ShownParts } from './shown.ts';

/** Quotations and lists in one another beyond this are shown as text. */
const DEEPEST = 12;

const HEADINGS: Readonly<Record<string, readonly [Markup, Markup]>> = Object.fromEntries(
  [1, 2, 3, 4, 5, 6].flatMap((level) => {
    const tags =
      level === 1
        ? [html`<h3 class="first">`, html`</h3>`]
        : level === 2
          ? [html`<h4>`, html`</h4>`]
          : [html`<h5>`, html`</h5>`];
    return [`ATXHeading${level}`, `SetextHeading${level}`].map((name) => [name, tags as [Markup, Markup]]);
  }),
);
const RAW = new Set(['HTMLBlock', 'CommentBlock', 'ProcessingInstructionBlock', 'LinkReference']);
const FRONT_MATTER = /^---[ \t]*\r?\n(?:[\w-]{1,40}:[^\n]*\n|[ \t][^\n]*\n)+---[ \t]*(?:\r?\n|$)/;
const LONGEST_FRONT_MATTER = 10_000;

export interface ReadText {
  /** Every letter that is no mark of Markdown, whatever it says. */
  shown: readonly Shown[];
  /** The text of the first heading; null: there is none. */
  heading: string | null;
}

/** What is shown of `source`. */
export function readText(source: string, kind: TextKind): ReadText {
  const steps = read(source, kind);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** As `readText`, block by block, so that others get their turn. */
export async function readTextInTurns(source: string, kind: TextKind): Promise<ReadText> {
  const turn = new Turn();
  const steps = read(source, kind);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    if (turn.isOver) await turn.next();
  }
}

function* read(source: string, kind: TextKind): Generator<undefined, ReadText> {
  const shown = new ShownParts(source);
  const reader = new Blocks(source, kind, shown);
  const start = kind === 'markdown' ? reader.frontMatter() : 0;
  // Front matter is blanked, not cut off, so that offsets stay those of the source.
  const parsed = start === 0 ? source : source.slice(0, start).replaceAll(/[^\n]/g, ' ') + source.slice(start);
  const parse = (kind === 'document' ? DOCUMENT_BLOCKS : MARKDOWN_BLOCKS).startParse(withoutDeepMarkers(parsed));
  let tree = parse.advance();
  for (; tree === null; tree = parse.advance()) yield;
  yield* reader.children(tree.topNode, 0);
  return { shown: shown.parts, heading: reader.heading };
}

class Blocks {
  readonly #source: string;
  readonly #kind: TextKind;
  readonly #into: ShownParts;
  heading: string | null = null;

  constructor(source: string, kind: TextKind, into: ShownParts) {
    this.#source = source;
    this.#kind = kind;
    this.#into = into;
  }

  /** Shows the fields before the text, and returns where they end; 0: there are none. */
  frontMatter(): number {
    const end = FRONT_MATTER.exec(this.#source.slice(0, LONGEST_FRONT_MATTER))?.[0].length ?? 0;
    if (end > 0) this.#preformatted([{ from: 0, to: end }], html`<pre class="raw">`);
    return end;
  }

  /** Yields after each block, those within others included. */
  *children(parent: SyntaxNode, depth: number): Generator<undefined, void> {
    for (let node = parent.firstChild; node !== null; node = node.nextSibling) {
      const container = depth > DEEPEST ? null : this.#container(node);
      if (container === null) this.#block(node, depth);
      else {
        const [open, close] = container;
        this.#into.tag(open);
        yield* this.children(node, depth + 1);
        this.#into.tag(close);
      }
      yield;
    }
  }

  #block(node: SyntaxNode, depth: number): void {
    const { name } = node;
    const into = this.#into;
    const heading = HEADINGS[name];
    if (name.endsWith('Mark')) return;
    if (depth > DEEPEST) this.#lines(node);
    else if (heading !== undefined) into.within(...heading, () => this.#heading(node));
    else if (name === 'Paragraph') into.within(html`<p>`, html`</p>`, () => this.#leaf(node));
    else if (name === 'Task') into.within(html`<p>`, html`</p>`, () => this.#task(node));
    else if (name === 'Table') this.#table(node);
    else if (name === 'HorizontalRule') into.tag(html`<hr>`);
    else if (name === 'FencedCode') this.#preformatted(node.getChildren('CodeText'), html`<pre class="code">`);
    else if (name === 'CodeBlock') this.#preformatted(node.getChildren('CodeText'), html`<pre>`);
    else if (RAW.has(name)) this.#preformatted([node], html`<pre class="raw">`);
    else this.#lines(node);
  }

  /** The tags of what holds other blocks. */
  #container(node: SyntaxNode): [Markup, Markup] | null {
    switch (node.name) {
      case 'BulletList':
        return [bullets(this.#markOf(node)), html`</ul>`];
      case 'OrderedList':
        return [numbers(this.#markOf(node)), html`</ol>`];
      case 'ListItem':
        return [html`<li>`, html`</li>`];
      case 'Blockquote':
        return [html`<blockquote>`, html`</blockquote>`];
      default:
        return null;
    }
  }

  #heading(node: SyntaxNode): void {
    const before = this.#into.parts.length;
    this.#leaf(node);
    if (this.heading !== null) return;
    const texts = this.#into.parts.slice(before).map((part) => (part.kind === 'text' ? part.text : ''));
    this.heading = texts.join('').trim() || null;
  }

  /** What stands in a heading, a paragraph or a cell, without the marks at its ends. */
  #leaf(node: SyntaxNode): void {
    const holes: Range[] = [];
    let { from, to } = node;
    for (let child = node.firstChild; child !== null; child = child.nextSibling) {
      if (child.name === 'QuoteMark') holes.push(child);
      if (child.name !== 'HeaderMark') continue;
      if (child.from === node.from) from = child.to;
      else to = child.from;
    }
    this.#inner({ from, to }, holes);
  }

  #inner({ from, to }: Range, holes: readonly Range[]): void {
    let start = from;
    let end = to;
    while (start < end && isSpace(this.#source[start]!)) start++;
    while (end > start && isSpace(this.#source[end - 1]!)) end--;
    if (start === end) return;
    const show = this.#kind === 'document' ? showLines : showInBlock;
    show(this.#source, { from: start, to: end }, holes, this.#into);
  }

  #task(node: SyntaxNode): void {
    const mark = node.getChild('TaskMarker')!;
    this.#into.instead(mark.from, mark.to, /x/i.test(this.#source.slice(mark.from, mark.to)) ? '☑ ' : '☐ ');
    this.#inner({ from: mark.to, to: node.to }, node.getChildren('QuoteMark'));
  }

  #table(table: SyntaxNode): void {
    const into = this.#into;
    // It may be wider than the page: then it is scrolled, by the keyboard too.
    into.within(
      html`<div class="wide" role="group" aria-label="Table" tabindex="0"><table>`,
      html`</table></div>`,
      () => {
        for (let row = table.firstChild; row !== null; row = row.nextSibling) {
          if (row.name === 'TableHeader') this.#row(row, html`<th>`, html`</th>`);
          if (row.name === 'TableRow') this.#row(row, html`<td>`, html`</td>`);
        }
      },
    );
  }

  /** A cell without text has no node, but a place between two bars. */
  #row(row: SyntaxNode, open: Markup, close: Markup): void {
    const into = this.#into;
    into.within(html`<tr>`, html`</tr>`, () => {
      let isAfterBar = true;
      for (let node = row.firstChild; node !== null; node = node.nextSibling) {
        const isCell = node.name === 'TableCell';
        if (isCell) {
          const cell = node;
          into.within(open, close, () => this.#leaf(cell));
        } else if (isAfterBar && node.from > row.from) {
          into.within(open, close, () => {});
        }
        isAfterBar = !isCell;
      }
    });
  }

  #preformatted(pieces: readonly Range[], open: Markup): void {
    this.#into.within(open, html`</pre>`, () => {
      for (const { from, to } of pieces) this.#into.source(from, to);
    });
  }

  #lines({ from, to }: Range): void {
    this.#into.within(html`<p>`, html`</p>`, () => showLines(this.#source, { from, to }, [], this.#into));
  }

  /** The mark of a list's first item. */
  #markOf(list: SyntaxNode): string {
    const mark = list.firstChild?.getChild('ListMark');
    return mark == null ? '' : this.#source.slice(mark.from, mark.to);
  }
}

/** A list by what stands before its items: a "-" may have been meant as a minus, and a "+" as a plus. */
function bullets(mark: string): Markup {
  if (mark === '+') return html`<ul class="plus">`;
  return mark === '-' ? html`<ul class="dash">` : html`<ul>`;
}

function numbers(mark: string): Markup {
  return html`<ol start="${Number.parseInt(mark, 10) || 0}">`;
}

function isSpace(character: string): boolean {
  return character === ' ' || character === '\t' || character === '\n' || character === '\r';
}
