/** Collects running text into blocks: paragraphs, headings, list items, table rows. */

/** Elements that begin and end a block. */
export const BLOCK_ELEMENTS = new Set(
  (
    'address article aside blockquote body caption center dd details dialog div dl dt fieldset figcaption figure footer ' +
    'form h1 h2 h3 h4 h5 h6 header hgroup hr html li main menu nav ol p pre section summary table tbody tfoot thead tr ul'
  ).split(' '),
);

const CELL_ELEMENTS = new Set(['td', 'th']);

/** Takes open tags, text and close tags in document order. */
export class BlockCollector {
  readonly blocks: string[] = [];
  #current: string[] = [];
  #hasText = false;
  #length = 0;
  readonly #maxLength: number;

  /** No more than `maxLength` characters are kept. */
  constructor(maxLength: number) {
    this.#maxLength = maxLength;
  }

  open(name: string): void {
    if (BLOCK_ELEMENTS.has(name)) this.flush();
    else if (name === 'br') this.#current.push('\n');
    else if (CELL_ELEMENTS.has(name) && this.#hasText) this.#current.push(' | ');
  }

  text(text: string): void {
    const kept = text.slice(0, this.#maxLength - this.#length);
    this.#length += kept.length;
    this.#hasText ||= /\S/.test(kept);
    this.#current.push(kept.replace(/\s+/g, ' '));
  }

  close(name: string): void {
    if (BLOCK_ELEMENTS.has(name)) this.flush();
  }

  flush(): void {
    const lines = this.#current.join('').split('\n');
    this.#current = [];
    this.#hasText = false;
    const block = lines
      .map((line) => line.replace(/ +/g, ' ').trim())
      .filter((line) => /[^|\s]/.test(line))
      .join('\n');
    if (block !== '') this.blocks.push(block);
  }
}
