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
  /** The last row that it reaches into. */
  lastRow: number;
}

export class TableGrid {
  readonly #repeated: RepeatedText;
  /** By column: what reaches down from the rows above. */
  readonly #above = new Map<number, Merged>();
  /** Cells of this row that were not taken yet. */
  #cells: string[] = [];
  /** How many cells this row has of its own, and how many places are filled from above. */
  #own = 0;
  #filled = 0;
  #row = 0;
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
    this.#own++;
    for (let i = 0; i < columns && (i === 0 || this.#column < MOST_COLUMNS); i++) {
      const repeated = i === 0 ? text : this.#repeated.take(text);
      if (repeated === null) return;
      if (rows > 1 && this.#column < MOST_COLUMNS)
        this.#above.set(this.#column, { text, lastRow: this.#row + rows - 1 });
      this.#push(repeated);
    }
  }

  /** Ends the row, if one is open, and gives what `take` gives. */
  endRow(): string[] {
    if (!this.#isInRow) return [];
    this.#fillToEnd();
    const cells = this.take();
    this.#row++;
    this.#column = 0;
    this.#own = 0;
    this.#filled = 0;
    this.#isInRow = false;
    return cells;
  }

  /**
   * The cells of this row that were not taken yet; none where no text among them is the row's own. A cell that is alone in
   * its row is a heading or a note, not a value of each column, and is not repeated.
   */
  take(): string[] {
    const isAlone = this.#own === 1 && this.#filled === 0;
    const cells = isAlone ? this.#cells.slice(0, 1) : this.#cells;
    this.#cells = [];
    const hasOwnText = this.#hasOwnText;
    this.#hasOwnText = false;
    return hasOwnText ? cells : [];
  }

  /** What stands in the next columns of this row since an earlier one. */
  #fillFromAbove(): void {
    for (let merged = this.#reaching(this.#column); merged !== null; merged = this.#reaching(this.#column)) {
      const repeated = this.#repeated.take(merged.text);
      if (repeated === null) {
        this.#above.clear();
        return;
      }
      this.#filled++;
      this.#push(repeated);
    }
  }

  /** The same to the end of the row, where the row itself may end before. */
  #fillToEnd(): void {
    this.#fillFromAbove();
    const last = Math.max(-1, ...[...this.#above.keys()].filter((column) => this.#reaching(column) !== null));
    while (this.#column <= last && this.#above.size > 0) {
      this.#push('');
      this.#fillFromAbove();
    }
  }

  /** What reaches into this column of this row from above; null if nothing does. */
  #reaching(column: number): Merged | null {
    const merged = this.#above.get(column);
    return merged !== undefined && merged.lastRow >= this.#row ? merged : null;
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
