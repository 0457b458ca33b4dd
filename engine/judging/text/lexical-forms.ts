/** The forms of a word that the lexicon is searched for. */
import { isKnownWord } from '#engine/language/lexicon.ts';
import type { PartOfSpeech, Word } from '#engine/language/nlp.ts';
import type { Term } from './analysed-text.ts';

export type WordClass = 'noun' | 'verb' | 'modifier' | 'other';

/** The word class of a term, from its part-of-speech tag. */
export function wordClass({ pos }: Term): WordClass {
  if (pos === 'NOUN' || pos === 'PROPN') return 'noun';
  if (pos === 'VERB' || pos === 'AUX') return 'verb';
  return pos === 'ADJ' || pos === 'ADV' ? 'modifier' : 'other';
}

const PARTICLES = new Set(['out', 'up', 'off', 'down', 'away', 'over', 'on', 'in', 'back', 'about', 'through']);

/** The phrasal verb that a verb forms with the next word ("put_out"); null if the lexicon doesn't have it. */
export function phrasalVerb(lemma: string, pos: PartOfSpeech, next: Word | undefined): string | null {
  if (pos !== 'VERB' || next === undefined || !PARTICLES.has(next.lower)) return null;
  const phrase = `${lemma}_${next.lower}`;
  return isKnownWord(phrase) ? phrase : null;
}

/** The forms of a term in the lexicon, the longest first. */
export function lexicalForms({ key, phrase }: Term): string[] {
  return phrase === null ? [key] : [phrase, key];
}

/** True for the form of a past tense or past participle, as far as endings tell; "put" may be one and is not known. */
export function isPastForm({ lower, lemma }: Word): boolean {
  return lower !== lemma && !lower.endsWith('s') && !lower.endsWith('ing');
}
