/**
 * Quotations and brackets in languages other than English, in the marks of any script: a full stop inside one doesn't end the
 * sentence around it, or what is quoted would lose who says it.
 */
import { wordsIn } from './word-lists.ts';

/** UTF-16 units; what is quoted at greater length is split. */
const LONGEST = 400;

/** Opening marks with those that close them. Danish turns »these« about, and Swedish has ”one” for both. */
const CLOSERS: ReadonlyMap<string, string> = new Map(
  wordsIn('() （） [] «» »« ‹› „“”" “” ”” "" 「」 『』 ﴿﴾').map(([opener, ...closers]) => [opener!, closers.join('')]),
);
const BRACKETS = /[)）\]]/;
/** These close in one language and open in another. */
const EITHER = /[»“”"]/;
const BEFORE_OPENING = /[\s\p{Ps}\p{Pi}:：،,，、—–-]/u;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const OPENING_WORD = /[\p{L}\p{N}\p{Ps}\p{Pi}]/u;
/** Behind a quotation, what may be said of it: « … », dit-elle; 「…」と述べた. */
const SAID_OF_IT = /^(?:\s?[,،，、]|\s?\p{Ll}|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])/u;

/** Reads a sentence, and knows whether it stands in a quotation. Linear time. */
export class Quotation {
  readonly #text: string;
  readonly #start: number;
  #at: number;
  /** null: none is open. */
  #closers: string | null = null;
  #openedAt = 0;

  /** `start`: where the sentence begins. */
  constructor(text: string, start: number) {
    this.#text = text;
    this.#start = start;
    this.#at = start;
  }

  /** True if what has been read ends inside quotation marks. */
  get isQuoted(): boolean {
    return this.#closers !== null && !BRACKETS.test(this.#closers);
  }

  readTo(end: number): void {
    for (; this.#at < end; this.#at++) {
      const char = this.#text[this.#at]!;
      if (this.#closers !== null) {
        if (this.#closers.includes(char) || this.#at - this.#openedAt > LONGEST) this.#closers = null;
      } else if (this.#opens(char)) {
        this.#closers = CLOSERS.get(char)!;
        this.#openedAt = this.#at;
      }
    }
  }

  #opens(char: string): boolean {
    if (!CLOSERS.has(char)) return false;
    if (!EITHER.test(char)) return true;
    const before = this.#text[this.#at - 1] ?? ' ';
    const isFree = this.#at === this.#start || BEFORE_OPENING.test(before) || UNSPACED.test(before);
    return isFree && OPENING_WORD.test(this.#text[this.#at + 1] ?? '');
  }

  /**
   * True if what has been read ends inside a quotation that is closed later; one that opens the sentence only counts if something
   * is said of it behind.
   */
  goesOn(): boolean {
    if (this.#closers === null) return false;
    const closers = this.#closers;
    const ahead = this.#text.slice(this.#at, this.#openedAt + LONGEST);
    let closes = 0;
    while (closes < ahead.length && !closers.includes(ahead[closes]!)) closes++;
    if (closes === ahead.length) return false;
    return this.#openedAt > this.#start || SAID_OF_IT.test(ahead.slice(closes + 1, closes + 4));
  }
}
