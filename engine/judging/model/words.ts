/**
 * Extracts the parts of a claim or passage that can be compared word for word when a model's label is checked: content words,
 * figures and dates, with their sentence and whether they are negated. Deliberately coarse: the model does the reading, and this
 * code only finds labels that the quoted words can't carry.
 */

import { isNegationCue, negationScope } from '#engine/text/negation.ts';
import { analyse, type PartOfSpeech, type Token } from '#engine/text/nlp.ts';
import { sentences } from '#engine/text/sentences.ts';
import { findDates } from '#engine/values/dates.ts';
import { findQuantities } from '#engine/values/quantities.ts';
import { periodAfter } from './periods.ts';
import type { Item, ReadText } from './read-text.ts';
import { readWordsOf } from './words-of-language.ts';

const CONTENT: ReadonlySet<PartOfSpeech> = new Set(['NOUN', 'PROPN', 'VERB', 'ADJ', 'ADV', 'NUM', 'X']);

/** Words that say little by themselves. */
const LIGHT = new Set([
  'be',
  'have',
  'do',
  'make',
  'take',
  'get',
  'give',
  'go',
  'come',
  'put',
  'use',
  'also',
  'so',
  'then',
]);

function sentenceNumbers(text: string, tokens: readonly Token[]): number[] {
  const spans = sentences(text);
  let current = 0;
  return tokens.map(({ start }) => {
    while (current < spans.length - 1 && start >= spans[current]!.end) current++;
    return current;
  });
}

/** Reads `text`, in English by default. Nothing is cached: the text may be a fragment of a customer's document. */
export function readWords(text: string, language = 'en'): ReadText {
  if (language !== 'en') return readWordsOf(text, language);
  const tokens = analyse(text);
  const sentenceOf = sentenceNumbers(text, tokens);
  const negated = negationScope(tokens, sentenceOf);
  const dates = findDates(tokens);
  const taken = new Array<boolean>(tokens.length).fill(false);
  for (const { start, end } of dates) taken.fill(true, start, end);
  const quantities = findQuantities(tokens, taken);
  for (const { start, end } of quantities) taken.fill(true, start, end);
  const itemAt = (start: number, end: number): Item => ({
    kind: 'word',
    key: tokens[start]!.lemma,
    lower: tokens[start]!.lower,
    pos: tokens[start]!.pos,
    start,
    end,
    sentence: sentenceOf[start]!,
    isNegated: negated[start]!,
    quantity: null,
    period: null,
    date: null,
  });
  const words = tokens.flatMap((token, at) => {
    if (taken[at] || !CONTENT.has(token.pos) || !/[\p{L}\p{N}]/u.test(token.text)) return [];
    if (token.isStopWord || LIGHT.has(token.lemma) || isNegationCue(tokens, at)) return [];
    return [itemAt(at, at + 1)];
  });
  const items = [
    ...words,
    ...dates.map((date): Item => ({ ...itemAt(date.start, date.end), kind: 'date', key: date.text, date })),
    ...quantities.map(
      (quantity): Item => ({
        ...itemAt(quantity.start, quantity.end),
        kind: 'figure',
        key: quantity.text,
        quantity,
        period: periodAfter(tokens, quantity),
      }),
    ),
  ];
  return { text, language: 'en', tokens, sentenceOf, items: items.sort((a, b) => a.start - b.start) };
}
