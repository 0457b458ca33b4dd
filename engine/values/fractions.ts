/** Reads fractions in words: "half", "two thirds of", "one in five", "3 out of 10". */
import type { Token } from '#engine/text/nlp.ts';
import { ordinalOf, readNumber } from './numbers.ts';

export interface Fraction {
  /** 0..1 */
  value: number;
  /** Token indices, end exclusive. */
  start: number;
  end: number;
}

const FRACTIONS = new Map<string, number>([
  ['half', 0.5],
  ['third', 1 / 3],
  ['quarter', 0.25],
  ['fifth', 0.2],
  ['sixth', 1 / 6],
  ['tenth', 0.1],
]);

/** All words for fractions, singular and plural. */
export const FRACTION_WORDS: ReadonlySet<string> = new Set([...FRACTIONS.keys()].flatMap((word) => [word, `${word}s`]));

/** The fraction that token `at` belongs to; null if there is none. */
export function fractionAt(tokens: readonly Token[], at: number): Fraction | null {
  const word = tokens[at]!.lower;
  const before = tokens[at - 1]?.lower;
  // "one in five", "3 out of 10"
  const inAt = tokens[at + 1]?.lower === 'out' && tokens[at + 2]?.lower === 'of' ? at + 2 : at + 1;
  if (tokens[inAt]?.lower === 'in' || (inAt === at + 2 && tokens[inAt]?.lower === 'of')) {
    const part = readNumber(tokens, at);
    const whole = inAt + 1 < tokens.length ? readNumber(tokens, inAt + 1) : null;
    const isYear = whole !== null && whole.value >= 1000 && whole.value < 2200;
    if (part !== null && whole !== null && part.end <= inAt && part.value < whole.value && !isYear) {
      return { value: part.value / whole.value, start: at, end: whole.end };
    }
  }
  const singular = FRACTIONS.get(word.replace(/s$/, ''));
  if (singular === undefined) return null;
  const ofFollows = tokens[at + 1]?.lower === 'of' || word === 'half';
  // "The half-year" and "in the first half" are periods, not fractions.
  if (word === 'half' && (tokens[at + 1]?.text === '-' || ordinalOf(before ?? '') !== null || before === 'other'))
    return null;
  if (word === 'half') return { value: 0.5, start: at, end: at + 1 };
  const next = tokens[at + 1];
  const isAlone = next === undefined || !['NOUN', 'PROPN', 'ADJ', 'NUM'].includes(next.pos);
  if (!ofFollows && !isAlone) return null;
  if (before === 'a' || before === 'one') return { value: singular, start: at - 1, end: at + 1 };
  const numerator = tokens[at - 1]?.text === '-' ? at - 2 : at - 1;
  if (numerator < 0) return null;
  const count = readNumber(tokens, numerator);
  return count !== null && count.value < 1 / singular
    ? { value: count.value * singular, start: numerator, end: at + 1 }
    : null;
}
