/** "Was born on 9 October 1983 in El Tigre" gives a date and a place, and either can be wrong alone. */
import { isMonth } from '#engine/language/calendar.ts';
import type { Word } from '../grammar/parse.ts';
import type { Predicate } from './predicates.ts';

/** Splits a birth or death with both a date and a place; the predicate itself if it isn't just that. */
export function splitLifeEvent(words: readonly Word[], predicate: Predicate): Predicate[] {
  const indexes = predicate.pieces.filter((piece): piece is number => typeof piece === 'number');
  const verb = indexes.findIndex((i) => /^(?:born|died)$/u.test(words[i]!.lower));
  if (indexes.length !== predicate.pieces.length || verb < 0 || verb > 1) return [predicate];
  const starts = indexes.flatMap((word, i) => (i > verb && /^(?:in|on|at)$/u.test(words[word]!.lower) ? [i] : []));
  const [first, second] = starts;
  if (starts.length !== 2 || first !== verb + 1) return [predicate];
  const parts = [indexes.slice(first, second), indexes.slice(second)];
  const dated = parts.filter((part) => givesDate(words, part));
  if (dated.length !== 1 || !parts.every((part) => dated.includes(part) || namesPlace(words, part))) return [predicate];
  const event = indexes.slice(0, first);
  return parts.map((part, order) => ({
    pieces: [...event, ...part],
    from: order === 0 ? predicate.from : part[0]!,
    to: part.at(-1)! + 1,
  }));
}

const givesDate = (words: readonly Word[], part: readonly number[]) =>
  part.some((i) => words[i]!.pos === 'NUM') &&
  part.slice(1).every((i) => words[i]!.pos === 'NUM' || words[i]!.text === ',' || isMonth(words[i]!.lower));

const namesPlace = (words: readonly Word[], part: readonly number[]) =>
  /^(?:PROPN|DET)$/u.test(words[part[1] ?? -1]?.pos ?? '') &&
  part.some((i) => words[i]!.pos === 'PROPN') &&
  part.slice(1).every((i) => /^(?:PROPN|ADP|DET)$/u.test(words[i]!.pos) || words[i]!.text === ',');
