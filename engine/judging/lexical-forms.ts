/** How the lexicon knows a word. */
import { isKnownWord } from '#engine/language/lexicon.ts';
import type { PartOfSpeech, Word } from '#engine/language/nlp.ts';
import type { Term } from './analysed-text.ts';

export type WordClass = 'noun' | 'verb' | 'modifier' | 'other';

export function wordClass({ pos }: Term): WordClass {
  if (pos === 'NOUN' || pos === 'PROPN') return 'noun';
  if (pos === 'VERB' || pos === 'AUX') return 'verb';
  return pos === 'ADJ' || pos === 'ADV' ? 'modifier' : 'other';
}

const PARTICLES = new Set(['out', 'up', 'off', 'down', 'away', 'over', 'on', 'in', 'back', 'about', 'through']);

/** "put_out" for "put" before "out", where the lexicon has it: a phrasal verb is one word. Null where there is none. */
export function phrasalVerb(lemma: string, pos: PartOfSpeech, next: Word | undefined): string | null {
  if (pos !== 'VERB' || next === undefined || !PARTICLES.has(next.lower)) return null;
  const phrase = `${lemma}_${next.lower}`;
  return isKnownWord(phrase) ? phrase : null;
}

/** What the lexicon knows a term by, the longest form first. */
export function lexicalForms({ key, phrase }: Term): string[] {
  return phrase === null ? [key] : [phrase, key];
}
