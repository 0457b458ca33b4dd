/** How the lexicon knows a word. */
import { isKnownWord } from '#engine/language/lexicon.ts';
import type { PartOfSpeech, Token } from '#engine/language/nlp.ts';

export type WordClass = 'noun' | 'verb' | 'modifier' | 'other';

export function wordClassOf(pos: PartOfSpeech): WordClass {
  if (pos === 'NOUN' || pos === 'PROPN') return 'noun';
  if (pos === 'VERB' || pos === 'AUX') return 'verb';
  return pos === 'ADJ' || pos === 'ADV' ? 'modifier' : 'other';
}

const PARTICLES = new Set(['out', 'up', 'off', 'down', 'away', 'over', 'on', 'in', 'back', 'about', 'through']);

/** What to look up for a word with the lemma `key`: a phrasal verb ("put out") is one word to the lexicon. */
export function lexicalForms(key: string, pos: PartOfSpeech, next: Token | undefined): string[] {
  if (pos !== 'VERB' || next === undefined || !PARTICLES.has(next.lower)) return [key];
  const phrase = `${key}_${next.lower}`;
  return isKnownWord(phrase) ? [phrase, key] : [key];
}
