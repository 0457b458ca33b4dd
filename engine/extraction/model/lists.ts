/** Lists in English sentences of which a statement may have one member: nothing in them changes what the others are. */
import { PRIVATIVE } from '#engine/text/privative.ts';
import type { Words } from './joints/sentence.ts';
import { YEAR } from './words.ts';

/** Of the words of a noun phrase. */
export const NOMINAL = /^(?:DET|NOUN|PROPN|NUM|PRON|ADJ|SYM)$/;
/** Somebody who is something in part, or not yet. */
const NOT_YET = /^(?:student|pupil|cadet|amateur|assistant|junior)$/;
const POSSESSIVE = /^(?:his|her|its|their)$/;

/** A list of things, or one, without anything that a further member might belong to. */
export function isPlainList(list: Words): boolean {
  return (
    !isNotYet(list) &&
    list.every(({ pos, isWord, isCapitalised, lower }, at) => {
      if (!isWord || isCapitalised || pos === 'CCONJ' || pos === 'PART') return true;
      // "the medal in 2007 and the cup in 2011"
      if (pos === 'ADP') return YEAR.test(list[at + 1]?.text ?? '');
      return NOMINAL.test(pos) && (pos !== 'PRON' || POSSESSIVE.test(lower));
    })
  );
}

/** "an aspiring singer", "a student nurse": of one who may be none, nor what stands behind. */
const isNotYet = (list: Words) =>
  list.some(
    ({ lower }, at) =>
      (PRIVATIVE.has(lower) || NOT_YET.test(lower)) && /^(?:ADJ|NOUN|PROPN|VERB)$/.test(list[at + 1]?.pos ?? ''),
  );
