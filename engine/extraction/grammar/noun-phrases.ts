/** Nouns, and the start of a noun phrase or name that ends at a given word. */
import { isMonth, isWeekday } from '#engine/language/calendar.ts';
import type { Word } from './parse.ts';

/** True for nouns and proper nouns. */
export const isNoun = (word: Word | undefined) => word !== undefined && (word.pos === 'NOUN' || word.pos === 'PROPN');

/** The words with a space between each two, as names of places are looked up. */
export const spaced = (words: readonly Word[]) => words.map(({ text }) => text).join(' ');

/** The words as they stand in their sentence: with a space only where it has one. */
export function asWritten(words: readonly Word[]): string {
  return words.map((word, i) => (i > 0 && word.start > words[i - 1]!.end ? ' ' : '') + word.text).join('');
}

/** True for a noun in the plural, as far as its ending tells. */
export const isPluralNoun = ({ pos, lower }: Word) => pos === 'NOUN' && /[^su]s$/u.test(lower);

/** First word of the noun phrase that ends before `end`, or null if its last word isn't a noun. */
export function nounPhraseStart(words: readonly Word[], end: number): number | null {
  let start = end;
  while (start > 0) {
    const { pos, text } = words[start - 1]!;
    if (
      pos === 'NOUN' ||
      pos === 'PROPN' ||
      pos === 'ADJ' ||
      pos === 'NUM' ||
      text === '-' ||
      text === '"' ||
      text === '“' ||
      text === '”'
    )
      start--;
    else if (pos === 'PART' && /^['’]s$/u.test(text)) start--;
    else break;
  }
  if (start === end || !isNoun(words.slice(start, end).findLast((word) => word.pos !== 'PUNCT'))) return null;
  if (start > 0 && (words[start - 1]!.pos === 'DET' || /^(?:his|her|its|their|our)$/u.test(words[start - 1]!.lower)))
    start--;
  return start;
}

/** First word of the name (or its article) that ends before `end`; null if there is none, for dates, lists and "of". */
export function nameBefore(words: readonly Word[], end: number): number | null {
  const start = properNounsBefore(words, end);
  if (start === end || isCalendarName(words[end - 1]!)) return null;
  const before = words[start - 1];
  if (before === undefined) return start;
  if (before.text === ',') return start >= 2 && !isNoun(words[start - 2]) ? start : null;
  return before.pos === 'CCONJ' || before.lower === 'of' ? null : start;
}

const isCalendarName = ({ lower }: Word) => isMonth(lower) || isWeekday(lower);

/** First of the proper nouns that end before `end`, with the article before them; `end` if there are none. */
export function properNounsBefore(words: readonly Word[], end: number): number {
  let start = end;
  while (start > 0 && words[start - 1]!.pos === 'PROPN') start--;
  return start < end && words[start - 1]?.lower === 'the' ? start - 1 : start;
}
