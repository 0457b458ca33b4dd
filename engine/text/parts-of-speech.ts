/** Groups of part-of-speech tags. */
import type { Word } from './nlp.ts';

/** True for verbs and auxiliaries. */
export function isVerbal(word: Pick<Word, 'pos'> | undefined): boolean {
  return word?.pos === 'VERB' || word?.pos === 'AUX';
}
