/** Detects rise versus fall in words that the lexicon doesn't list as antonyms, such as "fell" and "went up". */
import type { Agreement } from './agreement.ts';
import type { ReadText } from './read-text.ts';

type Direction = 'up' | 'down';

const RISING = new Set(['rise', 'increase', 'grow', 'climb', 'soar', 'surge', 'jump']);
const FALLING = new Set(['fall', 'decrease', 'decline', 'drop', 'plunge', 'sink', 'shrink', 'plummet']);
/** Verbs that take their direction from the next word, e.g. "go up". */
const MOVES = new Set(['go', 'come', 'move', 'edge', 'creep']);

function directionsOf({ tokens }: ReadText): Direction[] {
  return tokens.flatMap(({ lemma, pos }, at): Direction[] => {
    const next = tokens[at + 1]?.lower;
    if (pos !== 'VERB') return [];
    if (MOVES.has(lemma)) return next === 'up' || next === 'down' ? [next] : [];
    if (RISING.has(lemma)) return ['up'];
    return FALLING.has(lemma) ? ['down'] : [];
  });
}

/** True if all direction verbs of the claim express a rise and all those of the text a fall, or the reverse. */
export function isOppositeDirection({ claim, text, coverage }: Agreement): boolean {
  const own = directionsOf(claim);
  const theirs = directionsOf(text);
  if (own.length === 0 || theirs.length === 0 || coverage < 0.3) return false;
  return own.every((direction) => direction === own[0]) && theirs.every((direction) => direction !== own[0]);
}
