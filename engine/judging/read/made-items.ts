/** Items of words that a phrase leaves out, for the statements that are read out of it. */
import type { Item } from '#engine/syntax/items.ts';

/** A word in the place of `model`. */
export function word(model: Item, lower: string, key: string, pos: Item['pos'], tense: Item['tense']): Item {
  return {
    ...model,
    kind: 'word',
    key,
    lower,
    text: lower,
    pos,
    tense,
    isPlural: false,
    isName: false,
    article: null,
    date: null,
    quantity: null,
  };
}

/** The "is" or "was" that a phrase without a verb leaves out. */
export function copula(model: Item, tense: 'past' | 'open'): Item {
  return word(model, tense === 'past' ? 'was' : 'be', 'be', 'AUX', tense);
}
