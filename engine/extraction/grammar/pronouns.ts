/** Pronouns: which of them refer to something, and to what kind of thing. */
import { isMonth } from '#engine/language/calendar.ts';
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

/**
 * Words that may refer to something the sentence does not name. "You" isn't one of them: in a statement that can be
 * checked it means whoever the rule or the thing is for.
 */
export const DEICTIC = /^(?:this|that|these|those|we|us|our|i|my|here|there)$/u;

/** True for a possessive pronoun; "her" only before a noun phrase. */
export function isPossessive(words: readonly Word[], at: number): boolean {
  const { lower } = words[at]!;
  if (/^(?:his|its|their|hers)$/u.test(lower)) return true;
  const next = words[at + 1];
  if (lower !== 'her' || next === undefined) return false;
  return /^(?:NOUN|ADJ|PROPN|NUM)$/u.test(next.pos) || /^(?:first|last|own|then|only)$/u.test(next.lower);
}

/** "Acme's", "Paris'". */
export const possessiveOf = (name: string) => (/s$/u.test(name) ? `${name}'` : `${name}'s`);

const AMBIENT = /^(?:morning|day|night|evening|afternoon|year|weekend)$/u;

/** True in "couldn't make it on Wednesday" and "it got late", where the word belongs to the verb. */
function isIdiom(words: readonly Word[], at: number): boolean {
  const next = words[at + 1];
  if (/^(?:make|made|making)$/u.test(words[at - 1]?.lower ?? '')) return /^(?:ADP|PUNCT)$/u.test(next?.pos ?? 'PUNCT');
  if (next?.lower === 'all') return true;
  // "It had been a foggy morning"
  const predicate = words.slice(at + 1, at + 7).map(({ lower }) => lower);
  if (
    /^(?:is|was|had been|has been) (?:an? )?(?:\S+ )?(?:morning|day|night|evening|afternoon|year|weekend)$/u.test(
      predicate.slice(0, predicate.findIndex((lower) => AMBIENT.test(lower)) + 1).join(' '),
    )
  )
    return true;
  return /^(?:got|gets)$/u.test(next?.lower ?? '') && words[at + 2]?.pos === 'ADJ';
}

/** True for "it was his first goal": something is said to be what the pronoun refers to. */
export const isEquated = (words: readonly Word[], at: number) =>
  /^(?:is|was|'s|’s)$/u.test(words[at + 1]?.lower ?? '') &&
  (words[at + 2]?.pos === 'DET' || /^(?:his|her|their)$/u.test(words[at + 2]?.lower ?? ''));

const LONGEST_CLEFT = 14;

/** True for "It was the Imo that was speeding": a definite phrase and "who" or "that" before a verb. */
function isCleft(words: readonly Word[], at: number): boolean {
  if (!/^(?:is|was)$/u.test(words[at + 1]?.lower ?? '')) return false;
  const body = words.slice(at + 2, at + 2 + LONGEST_CLEFT);
  const first = body.find(({ pos }) => pos !== 'ADV' && pos !== 'PART');
  if (first === undefined || !(first.pos === 'PROPN' || /^(?:the|his|her|its|their)$/u.test(first.lower))) return false;
  const opener = body.findIndex(({ lower }) => /^(?:who|that)$/u.test(lower));
  const verb = body.slice(opener + 1).find(({ pos }) => pos !== 'ADV');
  return opener > 0 && verb !== undefined && (verb.pos === 'VERB' || verb.pos === 'AUX');
}

/** True for an "it" that refers to nothing: "It is clear that …", "it seems", "it rains". */
export function isImpersonal(words: readonly Word[], at: number): boolean {
  const [next, second] = [words[at + 1], words[at + 2]];
  if (next === undefined) return false;
  if (/^(?:seems?|seemed|appears?|appeared|rains?|rained|snows?|snowed|takes?|took|turns?|turned)$/u.test(next.lower))
    return true;
  if (isCleft(words, at) || isIdiom(words, at)) return true;
  // "It has been settled that …"
  const passive = words.slice(at + 1, at + 5).map(({ lower }) => lower);
  if (/^(?:has|had) been /u.test(passive.join(' ')) && passive[3] === 'that') return true;
  // "How hard it is to find a room"
  if (next.lower === 'is' && second?.lower === 'to' && words[at - 1]?.pos === 'ADJ') return true;
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
  const opener = labelLength(words);
  // "Neither made money from dye: it faded"
  const label = words.slice(0, opener).some(({ pos }) => pos === 'VERB') ? 0 : opener;
  return words.slice(label, at).some((word, i) => {
    // "November, with nearly double its usual rainfall, …": a month is only a date after a preposition.
    if (isMonth(word.lower)) return i === 0;
    return isNounInWords(word) && !NO_ANTECEDENT.test(word.lower);
  });
}

const NO_ANTECEDENT = /^(?:year|years|month|decade|century|addition|contrast|fact|result|example|instance)$/u;

/** True for nouns and proper nouns that aren't figures. */
export const isNounInWords = (word: Word) => (word.pos === 'NOUN' || word.pos === 'PROPN') && !/^\d/u.test(word.text);
