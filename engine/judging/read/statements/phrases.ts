/** Helpers for building statements: finds phrases and supplies the words that a sentence leaves out. */
import type { Item } from '#engine/syntax/items.ts';
import { takesBack } from '../../decide/words.ts';

/** True for a word or value that may be part of a noun phrase. */
export function isNounLike({ pos, kind }: Item): boolean {
  return pos === 'NOUN' || pos === 'PROPN' || pos === 'ADJ' || pos === 'NUM' || kind !== 'word';
}

/** Index of the first item of the noun phrase that ends before `end`. */
export function phraseBefore(items: readonly Item[], end: number): number {
  let start = end;
  while (start > 0 && isNounLike(items[start - 1]!) && items[start - 1]!.kind !== 'mark') {
    start--;
    if (items[start]!.article !== null) break;
  }
  return start;
}

/** True if the items are all part of a name, apart from quotation marks. */
export function isNameRun(items: readonly Item[]): boolean {
  return items.length > 0 && items.every(({ isName, text }) => isName || text === '"');
}

/** The end of the name that begins at `at`. `at` itself if none begins there. */
export function nameEnd(items: readonly Item[], at: number): number {
  let end = at;
  while (items[end]?.isName) end++;
  return end;
}

/** Whether a word is a small word within names, as in "José Ferrer de Otero y Cintrón". */
export function isSmall(lower: string): boolean {
  return /^(?:de|del|la|los|las|da|di|van|von|der|y|e)$/.test(lower);
}

/** Words before a phrase which show that it is part of a larger one. */
export const PREPOSED = /^(?:of|for|with|from|by|to|in|at|on|between|and|or|,)$/;

/** True if none of the items may take back or narrow what is said. */
export function takesNothingBack(items: readonly Item[]): boolean {
  return !items.some(({ lower }) => takesBack(lower));
}

/** Makes an item for a word that the sentence leaves out. Other fields are copied from `model`. */
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

/** Makes the "is" or "was" that a phrase without a verb leaves out. */
export function copula(model: Item, tense: 'past' | 'open'): Item {
  return word(model, tense === 'past' ? 'was' : 'be', 'be', 'AUX', tense);
}
