/**
 * Tracks quotations and brackets in languages other than English, in the marks of any script. A full stop inside them doesn't end
 * the sentence: otherwise the quoted words would be separated from their speaker.
 */
import { wordsIn } from './word-lists.ts';

/** Longest quotation in UTF-16 units; a longer one is split. */
const LONGEST = 400;

/** Opening marks with their closing marks. Danish writes »these« the other way round, and Swedish uses ” on both sides. */
const CLOSERS: ReadonlyMap<string, string> = new Map(
  wordsIn('() （） [] «» »« ‹› „“”" “” ”” "" 「」 『』 ﴿﴾').map(([opener, ...closers]) => [opener!, closers.join('')]),
);
const BRACKETS = /[)）\]]/;
/** Marks that open in one language and close in another. */
const EITHER = /[»“”"]/;
const BEFORE_OPENING = /[\s\p{Ps}\p{Pi}:：،,，、—–-]/u;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const OPENING_WORD = /[\p{L}\p{N}\p{Ps}\p{Pi}]/u;
/** What follows a quotation if the sentence goes on, e.g. with the speaker: « … », dit-elle; 「…」と述べた. */
const SAID_OF_IT = /^(?:\s?[,،，、]|\s?\p{Ll}|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])/u;

/** Reads a sentence step by step and tracks whether the position is inside a quotation. Linear time. */
export class Quotation {
  readonly #text: string;
  readonly #start: number;
  #at: number;
  /** Closing marks of the open quotation or bracket; null if none is open. */
  #closers: string | null = null;
  #openedAt = 0;

  /** `start`: offset of the sentence. */
  constructor(text: string, start: number) {
    this.#text = text;
    this.#start = start;
    this.#at = start;
  }

  /** True if the position is inside quotation marks. */
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
   * True if the position is inside a quotation that is closed further on. If the quotation opens the sentence, something must
   * follow it that continues the sentence.
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
