/** The tokens of a text as it is written anew: words of the language, and English for its values, each at its place. */
import type { Token } from '#engine/text/nlp.ts';
import { monthName } from '../calendar.ts';
import type { WrittenDate } from './written-dates.ts';

export class WrittenTokens {
  readonly #language: string;
  readonly tokens: Token[] = [];
  /** By token: a number that can be read in two ways. */
  readonly isOpen: boolean[] = [];
  /** Numbers with marks between their digits or a sign of money behind them, which are no years. */
  readonly amounts = new Set<Token>();

  constructor(language: string) {
    this.#language = language;
  }

  /** `text` as English has it, for the stretch from `start` to `end` (UTF-16). */
  emit(text: string, start: number, end: number, { pos = 'X' as Token['pos'], isOpen = false } = {}): void {
    this.#push(text, text.toLowerCase(), start, end, pos, isOpen);
  }

  /** A word of the language, which no rule of English may take for one of its own: "in", "over", "half", "no". */
  emitWord(text: string, start: number, end: number, pos: Token['pos'] = 'X'): void {
    this.#push(text, `${this.#language}:${text.toLowerCase()}`, start, end, pos, false);
  }

  /** Words of English that stand for a stretch of the text. */
  write(words: readonly string[], start: number, end: number, pos: Token['pos'] = 'X'): void {
    for (const word of words) this.emit(word, start, end, { pos });
  }

  /** A date as English has it, of the parts that are known. */
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

  /** Takes the last token back, as another stands for it. */
  takeBack(): void {
    this.tokens.pop();
    this.isOpen.pop();
  }

  #push(text: string, lower: string, start: number, end: number, pos: Token['pos'], isOpen: boolean): void {
    this.tokens.push({ text, lower, lemma: lower, pos, isStopWord: false, start, end });
    this.isOpen.push(isOpen);
  }
}
