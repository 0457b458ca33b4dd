/** Collects the tokens of a rewritten text: words of the language and English values, with offsets in the original text. */
import type { Token } from '#engine/text/nlp.ts';
import { monthName } from '../calendar.ts';
import type { WrittenDate } from './written-dates.ts';

export class WrittenTokens {
  readonly #language: string;
  readonly tokens: Token[] = [];
  /** For each token, whether it is an ambiguous number. */
  readonly isOpen: boolean[] = [];
  /** Numbers with separators or a currency sign, which can't be years. */
  readonly amounts = new Set<Token>();

  constructor(language: string) {
    this.#language = language;
  }

  /** Adds the English `text` for the range from `start` to `end` (UTF-16). */
  emit(text: string, start: number, end: number, { pos = 'X' as Token['pos'], isOpen = false } = {}): void {
    this.#push(text, text.toLowerCase(), start, end, pos, isOpen);
  }

  /**
   * Adds a word of the language. Its lower-case form is prefixed so that no English rule takes it for an English word: "in",
   * "over", "half", "no".
   */
  emitWord(text: string, start: number, end: number, pos: Token['pos'] = 'X'): void {
    this.#push(text, `${this.#language}:${text.toLowerCase()}`, start, end, pos, false);
  }

  /** Adds English words that stand for a range of the text. */
  write(words: readonly string[], start: number, end: number, pos: Token['pos'] = 'X'): void {
    for (const word of words) this.emit(word, start, end, { pos });
  }

  /** Adds a date in English notation, as far as its parts are known. */
  writeDate({ year, month, day }: WrittenDate, start: number, end: number): void {
    const two = (part: string) => part.padStart(2, '0');
    const emitNumber = (text: string) => this.emit(text, start, end, { pos: 'NUM' });
    if (year !== null && month !== null && day !== null) {
      emitNumber(`${year}-${two(month)}-${two(day)}`);
      return;
    }
    if (day !== null) emitNumber(day);
    if (month !== null && Number(month) >= 1 && Number(month) <= 12) {
      this.emit(monthName(Number(month) - 1), start, end, { pos: 'PROPN' });
    }
    if (year !== null) emitNumber(year);
  }

  /** Removes the last token, which will be replaced. */
  takeBack(): void {
    this.tokens.pop();
    this.isOpen.pop();
  }

  #push(text: string, lower: string, start: number, end: number, pos: Token['pos'], isOpen: boolean): void {
    this.tokens.push({ text, lower, lemma: lower, pos, isStopWord: false, start, end });
    this.isOpen.push(isOpen);
  }
}
