/** Words that bound a quantity: "at least 5", "5 or more", "about 5". */
import type { Token } from '#engine/text/nlp.ts';

export type Bound = 'exact' | 'about' | 'at_least' | 'more_than' | 'at_most' | 'less_than';

const BOUND_PHRASES: readonly (readonly [Bound, readonly string[]])[] = [
  ['at_least', ['at', 'least']],
  ['at_most', ['at', 'most']],
  ['at_most', ['up', 'to']],
  ['at_most', ['no', 'more', 'than']],
  ['at_least', ['no', 'less', 'than']],
  ['at_least', ['no', 'fewer', 'than']],
  ['at_least', ['not', 'less', 'than']],
  ['at_least', ['not', 'fewer', 'than']],
  ['at_most', ['not', 'more', 'than']],
  ['more_than', ['more', 'than']],
  ['more_than', ['greater', 'than']],
  ['more_than', ['higher', 'than']],
  ['more_than', ['in', 'excess', 'of']],
  ['less_than', ['less', 'than']],
  ['less_than', ['fewer', 'than']],
  ['less_than', ['lower', 'than']],
  ['more_than', ['over']],
  ['more_than', ['above']],
  ['more_than', ['exceeding']],
  ['less_than', ['under']],
  ['less_than', ['below']],
  ['at_least', ['minimum', 'of']],
  ['at_most', ['maximum', 'of']],
  ['about', ['an', 'estimated']],
  ['about', ['close', 'to']],
  ['about', ['a', 'good']],
  ...['about', 'approximately', 'around', 'roughly', 'nearly', 'almost', 'circa', 'some', 'estimated', '~', '≈'].map(
    (word): readonly [Bound, readonly string[]] => ['about', [word]],
  ),
  ['more_than', ['>']],
  ['less_than', ['<']],
  ['at_least', ['≥']],
  ['at_most', ['≤']],
];

/** Bound phrases by their last word, each list in the order above. */
const PHRASES_BY_END = Map.groupBy(BOUND_PHRASES, ([, words]) => words.at(-1)!);

/** The bound expressed by the words before token `at`. */
export function boundBefore(tokens: readonly Token[], at: number): Bound {
  for (const [bound, words] of PHRASES_BY_END.get(tokens[at - 1]?.lower ?? '') ?? []) {
    if (words.length > at) continue;
    if (words.every((word, i) => tokens[at - words.length + i]!.lower === word)) return bound;
  }
  return 'exact';
}

/** The bound expressed by the words from token `at` on; null if there is none. */
export function boundAfter(tokens: readonly Token[], at: number): Bound | null {
  if (tokens[at]?.lower !== 'or') return null;
  const word = tokens[at + 1]?.lower;
  if (word === 'so') return 'about';
  if (word === 'more' || word === 'above' || word === 'greater') return 'at_least';
  return word === 'less' || word === 'fewer' || word === 'below' ? 'at_most' : null;
}
