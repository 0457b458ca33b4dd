/**
 * The cells of a table as they come, each in its column: a cell that is merged over rows or columns is repeated, since a
 * value without the words beside and above it says nothing.
 */

/** Merged cells beyond this column are not repeated: `colspan` may claim any number. */
const MOST_COLUMNS = 50;
/** Longer texts are not repeated, but their columns are kept. */
const LONGEST_REPEATED = 200;
/** Characters that one document may repeat: it can claim rows and columns that cost it nothing. */
const MOST_REPEATED = 500_000;
/** What a repeated cell adds besides its text. */
const SEPARATOR_LENGTH = 3;

/** How much is repeated in one document, over all of its tables. */
export class RepeatedText {
  #left = MOST_REPEATED;

  /** The text as it is repeated, empty if it is long; null when nothing more is repeated, not even a column. */
  take(text: string): string | null {
    const repeated = text.length > LONGEST_REPEATED ? '' : text;
    this.#left -= repeated.length + SEPARATOR_LENGTH;
    return this.#left < 0 ? null : repeated;
  }
}

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
  readonly #repeated: RepeatedText;
  /** By column: what reaches down from the rows above. */
  readonly #above = new Map<number, Merged>();
  /** Cells of this row that were not taken yet. */
  #cells: string[] = [];
  #column = 0;
  #isInRow = false;
  #hasOwnText = false;

  constructor(repeated: RepeatedText) {
    this.#repeated = repeated;
  }

  openRow(): void {
    this.#isInRow = true;
  }

  cell(text: string, { rows, columns }: Span): void {
    this.#isInRow = true;
    this.#fillFromAbove();
    this.#hasOwnText ||= text !== '';
    for (let i = 0; i < columns && (i === 0 || this.#column < MOST_COLUMNS); i++) {
      const repeated = i === 0 ? text : this.#repeated.take(text);
      if (repeated === null) return;
      if (rows > 1 && this.#column < MOST_COLUMNS) this.#above.set(this.#column, { text, left: rows - 1 });
      this.#push(repeated);
    }
  }

  /** Ends the row, if one is open, and gives what `take` gives. */
  endRow(): string[] {
    if (this.#isInRow) this.#fillFromAbove();
    this.#isInRow = false;
    this.#column = 0;
    return this.take();
  }

  /** The cells of this row that were not taken yet; none where no text among them is the row's own. */
  take(): string[] {
    const cells = this.#hasOwnText ? this.#cells : [];
    this.#cells = [];
    this.#hasOwnText = false;
    return cells;
  }

  /** What stands in the next columns of this row since an earlier one. */
  #fillFromAbove(): void {
    for (let merged = this.#above.get(this.#column); merged !== undefined; merged = this.#above.get(this.#column)) {
      const repeated = this.#repeated.take(merged.text);
      if (repeated === null) {
        this.#above.clear();
        return;
      }
      if (--merged.left === 0) this.#above.delete(this.#column);
      this.#push(repeated);
    }
  }

  #push(text: string): void {
    this.#cells.push(text);
    this.#column++;
  }
}

/** What the attributes of a cell say; 1 for what they don't, or not as a number. */
export function spanOf({ rowspan, colspan }: Readonly<Record<string, string>>): Span {
  return { rows: countOf(rowspan), columns: countOf(colspan) };
}

const countOf = (value = '') => (/^\s*[1-9]\d{0,3}\s*$/u.test(value) ? Number(value) : 1);
