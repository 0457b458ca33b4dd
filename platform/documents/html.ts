/**
 * The text of HTML, as Markdown: headings, lists and tables keep their form. Reads tag by tag and builds no tree.
 */
import { Parser } from 'htmlparser2';
import { MAX_OPEN_ELEMENTS } from '#engine/retrieval/html/bounds.ts';
import { hides } from '#engine/retrieval/html/hidden.ts';
import { RepeatedText, type Span, spanOf, TableGrid } from '#engine/retrieval/html/table-grid.ts';
import { type NumeralFormat, numeral } from './numerals.ts';

const SKIPPED = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'svg',
  'math',
  'head',
  'iframe',
  'object',
  'select',
]);
const BLOCKS = new Set(
  'address article aside blockquote body caption dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr legend li main nav ol p pre section summary table tbody td tfoot th thead tr ul'.split(
    ' ',
  ),
);
/** Elements without content and end tag. */
const VOID = new Set('area base br col embed hr img input link meta source track wbr'.split(' '));

/** Elements whose content is not markup. */
const RAW = new Set('iframe noembed noframes plaintext script style textarea title xmp'.split(' '));

/**
 * Returns cleaned blocks; empty for a page without visible text. The parser's time for a tag grows with the number of open
 * elements, and pages that never close theirs may have any number: where too many are open, all count as closed.
 */
export function htmlToText(html: string): string {
  const writer = new BlockWriter();
  let from = 0;
  while (from < html.length) {
    const read = readUntilTooDeep(html.slice(from), writer);
    writer.closeAll();
    // Nobody can tell any longer where the hidden element ends.
    if (read.isHidden) break;
    from += read.length;
  }
  return writer.result();
}

/** How many characters were read, and whether what follows them stands in a hidden element. */
function readUntilTooDeep(html: string, writer: BlockWriter): { length: number; isHidden: boolean } {
  /** Names of the elements inside of which nothing is shown; empty: shown. */
  const hidden: string[] = [];
  let open = 0;
  let length = html.length;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        open++;
        if (hidden.length > 0 || SKIPPED.has(name) || isHidden(attributes)) {
          if (!VOID.has(name)) hidden.push(name);
        } else writer.open(name, attributes);
        if (open < MAX_OPEN_ELEMENTS || RAW.has(name)) return;
        parser.pause();
        length = parser.endIndex + 1;
      },
      ontext(text) {
        if (hidden.length === 0) writer.text(text);
      },
      onclosetag(name) {
        open--;
        if (hidden.length === 0) writer.close(name);
        else if (!VOID.has(name)) hidden.pop();
      },
    },
    { decodeEntities: true },
  );
  parser.write(html);
  if (length === html.length) parser.end();
  return { length, isHidden: hidden.length > 0 };
}

/** Marks of notes, as Word documents have them, and the way back from the note. */
const NOTE_LINK = /^#(?:foot|end)note-/;

function isHidden(attributes: Record<string, string>): boolean {
  if (attributes.href !== undefined && NOTE_LINK.test(attributes.href)) return true;
  return 'hidden' in attributes || (attributes.style !== undefined && hides(attributes.style));
}

/** What mammoth makes of a note. */
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

class BlockWriter {
  readonly #blocks: string[] = [];
  #line = '';
  #prefix = '';
  #isItem = false;
  /** Which of the blocks begin list items. */
  readonly #items = new Set<number>();
  #isPreformatted = 0;
  /** The table that is being read, with what tables inside of it hold; null outside of tables. */
  #table: { grid: TableGrid; rows: string[][] } | null = null;
  readonly #repeated = new RepeatedText();
  #span: Span = { rows: 1, columns: 1 };
  #tables = 0;
  /** The open lists, the innermost last; null for those without numbers. */
  readonly #lists: (Count | null)[] = [];
  #notes = 0;

  open(name: string, attributes: Record<string, string>): void {
    if (name === 'br') {
      this.#line += this.#table === null ? '\n' : ' ';
      return;
    }
    if (name === 'table' && ++this.#tables === 1) {
      this.#flush();
      this.#table = { grid: new TableGrid(this.#repeated), rows: [] };
      return;
    }
    if (this.#table !== null) {
      if (name === 'tr') {
        this.#endRow(this.#table);
        this.#table.grid.openRow();
      } else if (name === 'td' || name === 'th') {
        this.#line = '';
        this.#span = spanOf(attributes);
      } else if (BLOCKS.has(name)) this.#line += ' ';
      return;
    }
    if (!BLOCKS.has(name)) return;
    this.#flush();
    if (name === 'pre') this.#isPreformatted++;
    const level = /^h([1-6])$/.exec(name)?.[1];
    if (level !== undefined) this.#prefix = `${'#'.repeat(Number(level))} `;
    else if (name === 'ul' || name === 'ol') this.#lists.push(name === 'ol' ? countOf(attributes) : null);
    else if (name === 'li') this.#openItem(attributes);
    else if (name === 'blockquote') this.#prefix = '> ';
  }

  close(name: string): void {
    if (name === 'table' && this.#tables > 0 && --this.#tables === 0) {
      this.#endTable();
      return;
    }
    if (this.#table !== null) {
      if (name === 'td' || name === 'th') {
        this.#table.grid.cell(this.#line.replace(/\s+/g, ' ').replaceAll('|', '/').trim(), this.#span);
        this.#line = '';
      } else if (BLOCKS.has(name)) this.#line += ' ';
      return;
    }
    if (!BLOCKS.has(name)) return;
    this.#flush();
    this.#prefix = '';
    if (name === 'ul' || name === 'ol') this.#lists.pop();
    if (name === 'pre') this.#isPreformatted = Math.max(0, this.#isPreformatted - 1);
  }

  text(text: string): void {
    this.#line += this.#isPreformatted > 0 && this.#table === null ? text : text.replace(/[ \t\r\n\f]+/g, ' ');
  }

  /** Whatever is open ends here, but for the line, which goes on. */
  closeAll(): void {
    if (this.#table !== null) this.#endTable();
    this.#isPreformatted = 0;
  }

  result(): string {
    this.#flush();
    const isItem = (at: number) => this.#items.has(at);
    return this.#blocks
      .map((block, at) => (at === 0 ? '' : isItem(at) && isItem(at - 1) ? '\n' : '\n\n') + block)
      .join('');
  }

  /** A list item, or a note of a Word document, which is a paragraph of its own. */
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

  #endRow({ grid, rows }: { grid: TableGrid; rows: string[][] }): void {
    const cells = grid.endRow();
    if (cells.length > 0) rows.push(cells);
  }

  /** A table of one column is layout, not data. */
  #endTable(): void {
    if (this.#table !== null) this.#endRow(this.#table);
    const rows = this.#table?.rows ?? [];
    this.#table = null;
    this.#tables = 0;
    const columns = Math.max(0, ...rows.map((row) => row.length));
    if (columns <= 1) this.#blocks.push(...rows.flat().filter((cell) => cell !== ''));
    else this.#blocks.push(markdownTable(rows, columns));
    this.#line = '';
  }
}

/** Rows as a Markdown table whose first row is its header. */
export function markdownTable(rows: readonly (readonly string[])[], columns: number): string {
  const line = (cells: readonly string[]) =>
    `| ${Array.from({ length: columns }, (_, at) => cells[at] ?? '').join(' | ')} |`;
  const [header = [], ...others] = rows;
  return [line(header), `|${'---|'.repeat(columns)}`, ...others.map(line)].join('\n');
}
