/** Collects running text into blocks: paragraphs, headings, list items, table rows. */
import type { Attributes } from './hidden.ts';
import { RepeatedText, type Span, spanOf, TableGrid } from './table-grid.ts';

/** Elements that begin and end a block. */
const BLOCK_ELEMENTS = new Set(
  (
    'address article aside blockquote body caption center dd details dialog div dl dt fieldset figcaption figure footer ' +
    'form h1 h2 h3 h4 h5 h6 header hgroup hr html li main menu nav ol p pre section summary table tbody tfoot thead tr ul'
  ).split(' '),
);

const CELL_ELEMENTS = new Set(['td', 'th']);
/** Characters of a cell with several blocks that is still a value of its row. More is a part of the page laid out by a table. */
const LONGEST_VALUE = 200;

interface OpenTable {
  grid: TableGrid;
  /** Where in `blocks` the open cell begins; null outside of cells, and in a cell that lays out the page. */
  cellAt: number | null;
  span: Span;
}

/** Takes open tags, text and close tags in document order. */
export class BlockCollector {
  readonly #blocks: string[] = [];
  #current: string[] = [];
  #length = 0;
  /** The outermost first. */
  readonly #tables: OpenTable[] = [];
  readonly #repeated = new RepeatedText();
  readonly #maxLength: number;

  /** No more than `maxLength` characters are kept, besides those of merged cells, which are repeated within limits. */
  constructor(maxLength: number) {
    this.#maxLength = maxLength;
  }

  open(name: string, attributes: Attributes = {}): void {
    if (name === 'br') this.#current.push('\n');
    else if (CELL_ELEMENTS.has(name)) this.#openCell(attributes);
    else if (BLOCK_ELEMENTS.has(name)) this.#endBlock();
    if (name === 'tr') this.#openRow();
    else if (name === 'table') this.#openTable();
  }

  text(text: string): void {
    const kept = text.slice(0, this.#maxLength - this.#length);
    this.#length += kept.length;
    this.#current.push(kept.replace(/\s+/g, ' '));
  }

  close(name: string): void {
    if (CELL_ELEMENTS.has(name)) this.#endCell();
    else if (BLOCK_ELEMENTS.has(name)) this.#endBlock();
    if (name === 'tr') this.#endRow();
    else if (name === 'table') this.#closeTable();
  }

  /** Ends what is open, and returns the blocks. */
  finish(): string[] {
    this.#endBlock();
    while (this.#tables.length > 0) this.#closeTable();
    return this.#blocks;
  }

  #endBlock(): void {
    const lines = this.#current.join('').split('\n');
    this.#current = [];
    const block = lines.map(tidy).filter(isText).join('\n');
    if (block === '') return;
    this.#blocks.push(block);
    const table = this.#tables.at(-1);
    if (table?.cellAt == null || this.#blocks.length - table.cellAt === 1) return;
    if (lengthOf(this.#blocks.slice(table.cellAt)) > LONGEST_VALUE) this.#layOut(table, table.cellAt);
  }

  #openTable(): void {
    const around = this.#tables.at(-1);
    if (around?.cellAt != null) this.#layOut(around, around.cellAt);
    this.#tables.push({ grid: new TableGrid(this.#repeated), cellAt: null, span: spanOf({}) });
  }

  #openRow(): void {
    this.#endRow();
    this.#tables.at(-1)?.grid.openRow();
  }

  #openCell(attributes: Attributes): void {
    if (this.#tables.length === 0) this.#openTable();
    this.#endCell();
    const table = this.#tables.at(-1)!;
    table.cellAt = this.#blocks.length;
    table.span = spanOf(attributes);
  }

  #endCell(): void {
    this.#endBlock();
    const table = this.#tables.at(-1);
    if (table?.cellAt == null) return;
    const text = this.#blocks.splice(table.cellAt).join(' ');
    table.grid.cell(text.length > LONGEST_VALUE ? text : text.replaceAll('\n', ' '), table.span);
    table.cellAt = null;
  }

  #endRow(): void {
    this.#endCell();
    const row = rowOf(this.#tables.at(-1)?.grid.endRow() ?? []);
    if (row !== '') this.#blocks.push(row);
  }

  #closeTable(): void {
    this.#endRow();
    this.#tables.pop();
  }

  /** The blocks of the open cell stay blocks, after what stands before it in its row. */
  #layOut(table: OpenTable, cellAt: number): void {
    const row = rowOf(table.grid.take());
    if (row !== '') this.#blocks.splice(cellAt, 0, row);
    table.grid.cell('', table.span);
    table.cellAt = null;
  }
}

function tidy(line: string): string {
  return line.replace(/ +/g, ' ').trim();
}

function isText(line: string): boolean {
  return /[^|\s]/.test(line);
}

/** Characters of the blocks together. */
export function lengthOf(blocks: readonly string[]): number {
  return blocks.reduce((sum, block) => sum + block.length, 0);
}

/** Without the empty cells at its ends. */
function rowOf(cells: readonly string[]): string {
  const first = cells.findIndex((cell) => cell !== '');
  const last = cells.findLastIndex((cell) => cell !== '');
  return tidy(cells.slice(first, last + 1).join(' | '));
}
