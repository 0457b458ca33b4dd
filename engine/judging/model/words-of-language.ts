/** Reads texts in languages other than English: figures and dates, and word stems or character pairs instead of lemmas. */
import { fold } from '#engine/text/letters.ts';
import type { Token } from '#engine/text/nlp.ts';
import { sentencesIn } from '#engine/text/sentences-of-language.ts';
import { stemOf } from '#engine/text/stems.ts';
import { type Values, valuesIn } from '#engine/values/languages/values.ts';
import type { Item, ReadText } from './read-text.ts';

/** Shorter words without a capital are mostly articles, prepositions and forms of "to be". */
const SHORTEST_TELLING = 4;
const UNSPACED = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々]+$/u;
const ENDING = /^\p{Script=Hiragana}+$/u;

/** Reads `text`; `language` in ISO 639-1, not 'en'. */
export function readWordsOf(text: string, language: string): ReadText {
  const values = valuesIn(text, language);
  const { tokens, dates, quantities } = values;
  const sentenceOf = sentenceNumbers(text, language, tokens);
  const itemAt = (start: number, end: number, key: string): Item => ({
    kind: 'word',
    key,
    lower: key,
    pos: 'X',
    start,
    end,
    sentence: sentenceOf[start]!,
    isNegated: false,
    quantity: null,
    period: null,
    date: null,
  });
  const taken = new Set([...dates, ...quantities].flatMap(({ start, end }) => range(start, end)));
  const words = tokens.flatMap((_, at) =>
    taken.has(at) ? [] : keysOf(values, at, language).map((key) => itemAt(at, at + 1, key)),
  );
  const items = [
    ...words,
    ...dates.map((date): Item => ({ ...itemAt(date.start, date.end, date.text), kind: 'date', date })),
    ...quantities.map(
      (quantity): Item => ({ ...itemAt(quantity.start, quantity.end, quantity.text), kind: 'figure', quantity }),
    ),
  ];
  return { text, language, tokens, sentenceOf, items: items.sort((a, b) => a.start - b.start) };
}

const range = (start: number, end: number) => Array.from({ length: end - start }, (_, at) => start + at);

/**
 * The keys by which a word is compared. They include the language: words of two languages that are spelled alike are not the
 * same.
 */
function keysOf({ tokens, isOpen }: Values, at: number, language: string): string[] {
  const { text, lower } = tokens[at]!;
  if (isOpen[at]) return [text];
  // English words in the analysed text stand for bounds and the like.
  if (!/\p{L}/u.test(text) || !lower.startsWith(`${language}:`)) return [];
  if (UNSPACED.test(text)) return pairsOf(text).map((pair) => `${language}:${pair}`);
  if ([...text].length < SHORTEST_TELLING && !/^\p{Lu}/u.test(text)) return [];
  return [`${language}:${stemOf(text.toLowerCase(), language)}`];
}

function pairsOf(run: string): string[] {
  const characters = [...fold(run)];
  const pairs = characters.length === 1 ? characters : characters.slice(1).map((next, at) => characters[at]! + next);
  return pairs.filter((pair) => !ENDING.test(pair));
}

function sentenceNumbers(text: string, language: string, tokens: readonly Token[]): number[] {
  const spans = sentencesIn(text, language);
  let current = 0;
  return tokens.map(({ start }) => {
    while (current < spans.length - 1 && start >= spans[current]!.end) current++;
    return current;
  });
}
