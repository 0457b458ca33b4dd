/** Words that turn what is said into something else by focus ("only", "still") or contrast ("but", "until"). */
import type { Word } from '#engine/language/nlp.ts';
import type { SentenceMatch } from './sentence-match.ts';

export const FOCUS_FEATURES = [
  'focus_in_claim',
  'focus_in_sentence',
  'contrast_in_claim',
  'contrast_in_sentence',
] as const;

const FOCUS = new Set([
  ...['only', 'all', 'every', 'each', 'always', 'never', 'first', 'last', 'most', 'no', 'none', 'any', 'both', 'sole'],
  ...['solely', 'exclusively', 'entire', 'entirely', 'whole', 'still', 'already', 'yet', 'once', 'again', 'just'],
  ...['nobody', 'nothing', 'neither', 'either', 'per', 'more', 'less', 'fewer', 'than', 'at', 'least'],
  ...['also', 'too', 'another', 'other', 'same'],
]);

const CONTRAST = new Set([
  ...['but', 'except', 'instead', 'not', 'unless', 'until', 'rather', 'although', 'though', 'however', 'without'],
  ...['before', 'after', 'while', 'if', 'because', 'nor', "n't", 'n’t'],
]);

/** How many words of the list only `own` has, and not `other`. */
function onlyIn(list: ReadonlySet<string>, own: readonly Word[], other: readonly Word[]): number {
  const shared = new Set(other.map(({ lower }) => lower));
  return own.filter(({ lower }) => list.has(lower) && !shared.has(lower)).length;
}

/** In the order of `FOCUS_FEATURES`. */
export function focusFeatures({ comparison, tokens }: SentenceMatch): number[] {
  const own = comparison.alignment.claim.tokens;
  return [
    onlyIn(FOCUS, own, tokens),
    onlyIn(FOCUS, tokens, own),
    onlyIn(CONTRAST, own, tokens),
    onlyIn(CONTRAST, tokens, own),
  ];
}
