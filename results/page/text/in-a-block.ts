/** What stands in a block: emphasis, links, code, line breaks. */
import type { SyntaxNode } from '@lezer/common';
import { html, type Markup } from '#markup/html.ts';
import { IN_A_BLOCK, LONGEST_PARSED_BLOCK } from './parsers.ts';
import type { ShownParts } from './shown.ts';
import { isWrapped } from './wrapped-lines.ts';

/** UTF-16 offsets, end exclusive. */
export interface Range {
  from: number;
  to: number;
}

/** Without any of these, a block is its letters. Most are. */
const MARK = /[*_`[<&\\~!]| {2}\r?\n/;

/** Deeper emphasis is shown as text. */
const DEEPEST = 8;

const STYLES: Readonly<Record<string, readonly [Markup, Markup]>> = {
  Emphasis: [html`<em>`, html`</em>`],
  StrongEmphasis: [html`<strong>`, html`</strong>`],
  Strikethrough: [html`<s>`, html`</s>`],
  InlineCode: [html`<code>`, html`</code>`],
};
const MARKS = new Set(['EmphasisMark', 'StrikethroughMark', 'CodeMark']);
/** Shown as it stands there, because nothing of it may take effect. */
const RAW = new Set(['HTMLTag', 'Comment', 'ProcessingInstruction']);

/**
 * Shows `range` of `source` without its marks. `holes` are what stands between its lines and is no part of them, such as
 * marks of a quotation.
 */
export function showInBlock(source: string, range: Range, holes: readonly Range[], into: ShownParts): void {
  const block = new Block(source, range, holes, into);
  const isLong = range.to - range.from > LONGEST_PARSED_BLOCK;
  const paragraph = isLong || !MARK.test(block.text) ? null : IN_A_BLOCK.parse(block.text).topNode.firstChild;
  // Two paragraphs: a line of it is blank to the parser, which would lose the second.
  if (paragraph === null || paragraph.nextSibling !== null) block.letters(range.from, range.to);
  else block.children(paragraph, range.from, range.to, 0);
}

/** Shows `range` line by line, with nothing of it read as a mark. */
export function showLines(source: string, range: Range, holes: readonly Range[], into: ShownParts): void {
  new Block(source, range, holes, into).letters(range.from, range.to);
}

class Block {
  /** The block with its holes filled by spaces. */
  readonly text: string;
  readonly #source: string;
  readonly #start: number;
  readonly #into: ShownParts;

  constructor(source: string, { from, to }: Range, holes: readonly Range[], into: ShownParts) {
    this.#source = source;
    this.#start = from;
    this.#into = into;
    const pieces: string[] = [];
    let at = from;
    for (const hole of holes) {
      if (hole.from < at || hole.to > to) continue;
      pieces.push(source.slice(at, hole.from), ' '.repeat(hole.to - hole.from));
      at = hole.to;
    }
    pieces.push(source.slice(at, to));
    this.text = pieces.join('');
  }

  /** Shows the nodes of `parent` and what stands between them. */
  children(parent: SyntaxNode, from: number, to: number, depth: number): void {
    let at = from;
    for (let node = parent.firstChild; node !== null; node = node.nextSibling) {
      const start = this.#start + node.from;
      const end = this.#start + node.to;
      if (start < at) continue;
      this.letters(at, Math.min(start, to));
      if (end > to) return;
      this.#node(node, { from: start, to: end }, depth);
      at = end;
    }
    this.letters(at, to);
  }

  #node(node: SyntaxNode, range: Range, depth: number): void {
    const { from, to } = range;
    const { name } = node;
    const into = this.#into;
    const style = STYLES[name];
    if (MARKS.has(name)) return;
    if (depth > DEEPEST) this.letters(from, to);
    else if (style !== undefined) into.within(...style, () => this.children(node, from, to, depth + 1));
    else if (RAW.has(name)) this.#code(from, to);
    else if (name === 'Link' || name === 'Image') this.#link(node, range, depth);
    else if (name === 'Autolink') this.#autolink(node, range);
    else if (name === 'Escape') into.instead(from, to, this.#source.slice(from + 1, to));
    else if (name === 'Entity') into.instead(from, to, entity(this.#source.slice(from, to)));
    else if (name === 'HardBreak') into.tag(html`<br>`);
    else this.letters(from, to);
  }

  /**
   * A link is shown, but leads nowhere: nobody has read what the text links to, and a claim's number, which is a link, may stand
   * in it. What has no address may be a remark in brackets, so all of it is shown.
   */
  #link(node: SyntaxNode, { from, to }: Range, depth: number): void {
    const [first, second] = node.getChildren('LinkMark');
    const url = node.getChild('URL');
    const isLink = url !== null || node.getChild('LinkLabel') !== null;
    if (first === undefined || second === undefined || !isLink) {
      this.letters(from, to);
      return;
    }
    const address = url === null ? '' : this.text.slice(url.from, url.to);
    this.#into.within(
      node.name === 'Image' ? html`<span class="picture">picture: ` : html`<span class="link" title="${address}">`,
      html`</span>`,
      () => this.children(node, this.#start + first.to, this.#start + second.from, depth + 1),
    );
  }

  #autolink(node: SyntaxNode, { from, to }: Range): void {
    const url = node.getChild('URL') ?? { from: from - this.#start, to: to - this.#start };
    this.letters(this.#start + url.from, this.#start + url.to);
  }

  #code(from: number, to: number): void {
    this.#into.within(html`<code class="raw">`, html`</code>`, () => this.letters(from, to));
  }

  /** Letters as they stand there; line breaks of wrapped lines become spaces, and spaces around them one. */
  letters(from: number, to: number): void {
    for (let at = from; at < to; ) {
      const end = this.text.indexOf('\n', at - this.#start);
      const stop = end < 0 ? to : Math.min(to, this.#start + end);
      const isReturned = stop > at && stop < to && this.#source[stop - 1] === '\r';
      this.#into.source(at, isReturned ? stop - 1 : stop);
      if (stop === to) return;
      at = this.#indentEnd(stop + 1, to);
      this.#into.instead(stop, at, isWrapped(this.#lineLength(stop)) ? ' ' : '\n');
    }
  }

  #indentEnd(from: number, to: number): number {
    let at = from;
    while (at < to && ' \t'.includes(this.text[at - this.#start]!)) at++;
    return at;
  }

  /** Of the line that ends there. */
  #lineLength(end: number): number {
    return end - (this.#source.lastIndexOf('\n', end - 1) + 1);
  }
}

const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  copy: '©',
  deg: '°',
  euro: '€',
  pound: '£',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
};

/** The character of an entity that texts commonly have; any other entity as it stands there. */
function entity(source: string): string {
  const [, hexadecimal, decimal, name] = /^&(?:#[xX]([0-9a-fA-F]{1,6})|#(\d{1,7})|(\w+));$/.exec(source) ?? [];
  if (name !== undefined) return NAMED[name] ?? source;
  const code = hexadecimal === undefined ? Number(decimal) : Number.parseInt(hexadecimal, 16);
  const isCharacter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
  return isCharacter ? String.fromCodePoint(code) : '\ufffd';
}
