/** Pronouns: which of them refer to something, and to what kind of thing. */

import { labelLength } from './labels.ts';
import type { Word } from './parse.ts';

export const PRONOUNS: Record<string, 'male' | 'female' | 'thing' | 'group'> = {
  he: 'male',
  him: 'male',
  his: 'male',
  himself: 'male',
  she: 'female',
  her: 'female',
  hers: 'female',
  it: 'thing',
  its: 'thing',
  they: 'group',
  them: 'group',
  their: 'group',
};

/** Words that may refer to something the sentence does not name. */
export const DEICTIC = /^(?:this|that|these|those|we|us|our|i|you|your|my|here|there)$/u;

/** True for a possessive pronoun; "her" only before a noun phrase. */
export function isPossessive(words: readonly Word[], at: number): boolean {
  const { lower } = words[at]!;
  if (/^(?:his|its|their|hers)$/u.test(lower)) return true;
  const next = words[at + 1];
  return lower === 'her' && next !== undefined && /^(?:NOUN|ADJ|PROPN|NUM)$/u.test(next.pos);
}

/** "Acme's", "Paris'". */
export const possessiveOf = (name: string) => (/s$/u.test(name) ? `${name}'` : `${name}'s`);

/** True for an "it" that refers to nothing: "It is clear that …", "it seems", "it rains". */
export function isImpersonal(words: readonly Word[], at: number): boolean {
  const [next, second] = [words[at + 1], words[at + 2]];
  if (next === undefined) return false;
  if (/^(?:seems?|seemed|appears?|appeared|rains?|rained|snows?|snowed|takes?|took|turns?|turned)$/u.test(next.lower))
    return true;
  const isCopula = /^(?:is|was|'s|has|will|would|may|became|becomes)$/u.test(next.lower);
  if (!isCopula || second === undefined) return false;
  const frame = words.slice(at + 2, at + 18).map((word) => word.lower);
  const adjective = words[at + 2 + (second.pos === 'ADV' ? 1 : 0)];
  if (adjective?.lower === 'worth') return true;
  const isAdjective = adjective !== undefined && (adjective.pos === 'ADJ' || adjective.forms?.participle === true);
  // "It is a common misconception that …"
  const that = frame.indexOf('that');
  if (
    that > 0 &&
    that < 5 &&
    /^(?:misconception|myth|fact|belief|pity|shame|mistake|rumou?r|coincidence|secret|claim|theory|tradition)$/u.test(
      frame[that - 1]!,
    )
  )
    return true;
  if (isAdjective && frame.slice(1, 4).some((word) => /^(?:that|to|for|whether|how|why|if)$/u.test(word))) return true;
  return (
    frame.includes('that') &&
    (next.lower === 'was' || next.lower === 'is') &&
    !frame.slice(0, frame.indexOf('that')).some((word) => /^(?:an?|the)$/u.test(word))
  );
}

/** True for "we" and for "this" as a subject ("This shows …"), but not in "this bridge". */
export function isDeictic(words: readonly Word[], at: number): boolean {
  const { lower } = words[at]!;
  if (!DEICTIC.test(lower)) return false;
  if (/^(?:this|that|these|those)$/u.test(lower)) {
    const next = words[at + 1];
    const isSubject = at === 0 || words[at - 1]!.pos === 'CCONJ' || words[at - 1]!.text === ',';
    return (
      isSubject &&
      next !== undefined &&
      (next.pos === 'AUX' || (next.pos === 'VERB' && (next.forms?.past === true || next.forms?.thirdPerson === true)))
    );
  }
  return lower !== 'here' && lower !== 'there';
}

/** True if the sentence has a noun before `at` that "it" or "they" could refer to. */
export function hasNominalBefore(words: readonly Word[], at: number): boolean {
  return words
    .slice(labelLength(words), at)
    .some(
      (word) =>
        isNominal(word) &&
        !/^(?:year|years|month|decade|century|january|february|march|april|may|june|july|august|september|october|november|december|addition|contrast|fact|result|example|instance)$/u.test(
          word.lower,
        ),
    );
}

/** True for nouns and proper nouns that aren't figures. */
export const isNominal = (word: Word) => (word.pos === 'NOUN' || word.pos === 'PROPN') && !/^\d/u.test(word.text);
