/** Writes Markdown of the elements of a page: headings, lists with the numbers that a reader sees, tables. */
import { type NumeralFormat, numeral } from './numerals.ts';
import { RepeatedText, type Span, spanOf, TableGrid } from './table-grid.ts';

const BLOCKS = new Set(
  'address article aside blockquote body caption dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr legend li main nav ol p pre section summary table tbody td tfoot th thead tr ul'.split(
    ' ',
  ),
);
/** Id that mammoth gives to a note. */
const NOTE = /^(?:foot|end)note-\d+$/;

interface Count {
  next: number;
  format: NumeralFormat;
}

const FORMATS: Readonly<Record<string, NumeralFormat>> = {
  a: 'lower-letter',
  A: 'upper-letter',
  i: 'lower-roman',
  I: 'upper-roman',
};
const NUMBER = /^\d{1,6}$/;

function countOf({ start = '', type = '' }: Record<string, string>): Count {
  const format = Object.hasOwn(FORMATS, type) ? FORMATS[type]! : 'decimal';
  return { next: NUMBER.test(start) ? Number(start) : 1, format };
}

interface OpenTable {
  grid: TableGrid;
  rows: string[][];
  span: Span;
  isCellOpen: boolean;
  /** It contains another table, so it is for layout: its cells are blocks. */
  isLayout: boolean;
}

/** Takes elements and text in order; gives blocks of Markdown. */
export class MarkdownWriter {
  readonly #blocks: string[] = [];
  #line = '';
  #prefix = '';
  #isItem = false;
  /** Indexes of blocks that begin list items. */
  readonly #items = new Set<number>();
  #isPreformatted = 0;
  /** Open tables, outermost first. All but the last are for layout. */
  readonly #tables: OpenTable[] = [];
  readonly #repeated = new RepeatedText();
  /** Open lists, innermost last; null for lists without numbers. */
  readonly #lists: (Count | null)[] = [];
  #notes = 0;

  open(name: string, attributes: Record<string, string>): void {
    const table = this.#dataTable();
    if (name === 'br') this.#line += table === null ? '\n' : ' ';
    else if (name === 'table') this.#openTable();
    else if (table !== null) this.#openInside(table, name, attributes);
    else if (BLOCKS.has(name)) this.#openBlock(name, attributes);
  }

  close(name: string): void {
    const table = this.#dataTable();
    if (name === 'table') this.#closeTable();
    else if (table !== null) this.#closeInside(table, name);
    else if (BLOCKS.has(name)) this.#closeBlock(name);
  }

  text(text: string): void {
    const isKept = this.#isPreformatted > 0 && this.#dataTable() === null;
    this.#line += isKept ? text : text.replace(/[ \t\r\n\f]+/g, ' ');
  }

  /** Closes everything that is open, except the current line. */
  closeAll(): void {
    while (this.#tables.length > 0) this.#closeTable();
    this.#isPreformatted = 0;
  }

  result(): string {
    this.#flush();
    const isItem = (at: number) => this.#items.has(at);
    return this.#blocks
      .map((block, at) => (at === 0 ? '' : isItem(at) && isItem(at - 1) ? '\n' : '\n\n') + block)
      .join('');
  }

  /** The table whose cells are being read; null outside of tables and in layout tables. */
  #dataTable(): OpenTable | null {
    const table = this.#tables.at(-1);
    return table === undefined || table.isLayout ? null : table;
  }

  #openBlock(name: string, attributes: Record<string, string>): void {
    this.#flush();
    if (name === 'pre') this.#isPreformatted++;
    const level = /^h([1-6])$/.exec(name)?.[1];
    if (level !== undefined) this.#prefix = `${'#'.repeat(Number(level))} `;
    else if (name === 'ul' || name === 'ol') this.#lists.push(name === 'ol' ? countOf(attributes) : null);
    else if (name === 'li') this.#openItem(attributes);
    else if (name === 'blockquote') this.#prefix = '> ';
  }

  #closeBlock(name: string): void {
    this.#flush();
    this.#prefix = '';
    if (name === 'ul' || name === 'ol') this.#lists.pop();
    if (name === 'pre') this.#isPreformatted = Math.max(0, this.#isPreformatted - 1);
  }

  #openInside(table: OpenTable, name: string, attributes: Record<string, string>): void {
    if (name === 'tr') {
      this.#endRow(table);
      table.grid.openRow();
    } else if (name === 'td' || name === 'th') {
      this.#endCell(table);
      table.isCellOpen = true;
      table.span = spanOf(attributes);
    } else if (name === 'caption') this.#endCell(table);
    else if (BLOCKS.has(name)) this.#line += ' ';
  }

  #closeInside(table: OpenTable, name: string): void {
    if (name === 'td' || name === 'th' || name === 'caption') this.#endCell(table);
    else if (BLOCKS.has(name)) this.#line += ' ';
  }

  #openTable(): void {
    const around = this.#dataTable();
    if (around !== null) this.#layOut(around);
    this.#flush();
    this.#tables.push({
      grid: new TableGrid(this.#repeated),
      rows: [],
      span: spanOf({}),
      isCellOpen: false,
      isLayout: false,
    });
  }

  #closeTable(): void {
    const table = this.#dataTable();
    if (table !== null) {
      this.#endRow(table);
      this.#writeRows(table.rows);
    } else this.#flush();
    this.#tables.pop();
  }

  /** Writes what was read of the table so far before the open cell, which becomes a block. */
  #layOut(table: OpenTable): void {
    table.rows.push(table.grid.take());
    this.#writeRows(table.rows.filter((cells) => cells.length > 0));
    table.isLayout = true;
  }

  /** Opens a list item, or a note of a Word document, which becomes a separate paragraph. */
  #openItem({ id = '', value = '' }: Record<string, string>): void {
    this.#isItem = !NOTE.test(id);
    const count = this.#lists.at(-1);
    if (!this.#isItem) this.#prefix = `[${++this.#notes}] `;
    else if (count == null) this.#prefix = '- ';
    else {
      const number = NUMBER.test(value) ? Number(value) : count.next;
      count.next = number + 1;
      this.#prefix = `${numeral(number, count.format)}. `;
    }
  }

  #flush(): void {
    const text = this.#line
      .split('\n')
      .map((line) => line.trim())
      .join('\n')
      .trim();
    this.#line = '';
    if (text === '') return;
    if (this.#isItem) this.#items.add(this.#blocks.length);
    this.#blocks.push(this.#prefix + text);
    this.#prefix = '';
    this.#isItem = false;
  }

  /**
   * Puts the text into its row. Outside of a cell it is a caption or stray text, and becomes a block before the table.
   */
  #endCell(table: OpenTable): void {
    if (!table.isCellOpen) {
      this.#flush();
      return;
    }
    table.grid.cell(this.#line.replace(/\s+/g, ' ').replaceAll('|', '/').trim(), table.span);
    table.isCellOpen = false;
    this.#line = '';
  }

  #endRow(table: OpenTable): void {
    const { grid, rows } = table;
    this.#endCell(table);
    const cells = grid.endRow();
    if (cells.length > 0) rows.push(cells);
  }

  /**
   * Writes rows. A cell that is alone in its row becomes a paragraph: it is layout, a section's heading or a note. The
   * rows after it are a separate table with the same header.
   */
  #writeRows(rows: readonly string[][]): void {
    const header = rows.find((cells) => cells.length > 1);
    const repeatedHeader = () => header!.map((cell) => this.#repeated.take(cell) ?? '');
    let part: string[][] = [];
    const endPart = () => {
      if (part.length > 0) this.#blocks.push(markdownTable(part, Math.max(...part.map((cells) => cells.length))));
      part = [];
    };
    for (const cells of rows) {
      if (cells.length === 1) {
        endPart();
        this.#blocks.push(cells[0]!);
        continue;
      }
      if (part.length === 0 && cells !== header) part.push(repeatedHeader());
      part.push(cells);
    }
    endPart();
  }
}

/** Rows as a Markdown table whose first row is its header. */
export function markdownTable(rows: readonly (readonly string[])[], columns: number): string {
  const line = (cells: readonly string[]) =>
    `| ${Array.from({ length: columns }, (_, at) => cells[at] ?? '').join(' | ')} |`;
  const [header = [], ...others] = rows;
  return [line(header), `|${'---|'.repeat(columns)}`, ...others.map(line)].join('\n');
}
