/**
 * The cells of a table as they come, each in its column: a cell that is merged over rows or columns is repeated, since a
 * value without the words beside and above it says nothing.
 */

/** Merged cells beyond this column are not repeated: `colspan` may claim any number. */
const MOST_COLUMNS = 50;
/** Longer texts are not repeated, but their columns are kept. */
const LONGEST_REPEATED = 200;
/** Characters that one table may repeat: a file can claim rows and columns that cost it nothing. */
const MOST_REPEATED = 200_000;

export interface Span {
  rows: number;
  columns: number;
}

interface Merged {
  text: string;
  /** Rows that it still reaches into. */
  left: number;
}

export class TableGrid {
  readonly #rows: string[][] = [];
  /** By column: what reaches down from the rows above. */
  readonly #above = new Map<number, Merged>();
  #repeated = 0;

  openRow(): void {
    if (this.#rows.length > 0) this.#fillFromAbove();
    this.#rows.push([]);
  }

  cell(text: string, { rows, columns }: Span): void {
    if (this.#rows.length === 0) this.#rows.push([]);
    this.#fillFromAbove();
    const row = this.#rows.at(-1)!;
    for (let i = 0; i < columns && (i === 0 || row.length < MOST_COLUMNS); i++) {
      if (rows > 1 && row.length < MOST_COLUMNS) this.#above.set(row.length, { text, left: rows - 1 });
      row.push(i === 0 ? text : this.#repeat(text));
    }
  }

  /** All but the empty rows. */
  rows(): string[][] {
    this.#fillFromAbove();
    return this.#rows.filter((row) => row.some((cell) => cell !== ''));
  }

  /** What stands in the next columns of this row since an earlier one. */
  #fillFromAbove(): void {
    const row = this.#rows.at(-1);
    if (row === undefined) return;
    for (let merged = this.#above.get(row.length); merged !== undefined; merged = this.#above.get(row.length)) {
      if (--merged.left === 0) this.#above.delete(row.length);
      row.push(this.#repeat(merged.text));
    }
  }

  #repeat(text: string): string {
    const length = this.#repeated + text.length;
    if (text.length > LONGEST_REPEATED || length > MOST_REPEATED) return '';
    this.#repeated = length;
    return text;
  }
}

/** What the attributes of a cell say; 1 for what they don't, or not as a number. */
export function spanOf({ rowspan, colspan }: Record<string, string>): Span {
  return { rows: countOf(rowspan), columns: countOf(colspan) };
}

const countOf = (value = '') => (/^\s*[1-9]\d{0,3}\s*$/u.test(value) ? Number(value) : 1);
