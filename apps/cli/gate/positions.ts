/** Lines and columns of a text, as editors and code scanning count them. */

/** Both from 1; columns in code points. */
export interface TextPosition {
  line: number;
  column: number;
}

/** Converts offsets in code points to lines and columns. Lines end with CR LF, LF or CR. */
export class Lines {
  /** Offset in code points at which each line begins. */
  readonly #starts: number[] = [0];

  constructor(text: string) {
    let offset = 0;
    let last = '';
    for (const character of text) {
      offset++;
      if (character === '\n' || character === '\r') {
        // The line feed of a CR LF ends the line that its carriage return has already ended.
        if (character === '\n' && last === '\r') this.#starts[this.#starts.length - 1] = offset;
        else this.#starts.push(offset);
      }
      last = character;
    }
  }

  /** The position of the code point at `offset`. */
  at(offset: number): TextPosition {
    let [low, high] = [0, this.#starts.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (this.#starts[middle]! <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - this.#starts[low]! + 1 };
  }
}
