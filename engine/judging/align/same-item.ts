/**
 * Tells when an item of the claim and one of a sentence are the same. Spelling and inflection may differ, but not the meaning.
 */

import type { Item } from '#engine/syntax/items.ts';
import { genderOfName } from '#engine/text/given-names.ts';
import { areOwnSynonyms } from '#engine/text/lexicon.ts';
import { pastTense, thirdPerson } from '#engine/text/verbs.ts';
import type { DateSpan } from '#engine/values/dates.ts';
import type { Quantity } from '#engine/values/quantities.ts';

/** Words with the same meaning and force. */
const EQUIVALENTS: readonly (readonly string[])[] = [
  ['must', 'shall'],
  ['email', 'e-mail'],
  ['whilst', 'while'],
  ['amongst', 'among'],
  ['till', 'until'],
  ['upon', 'on'],
  ['each', 'every'],
  ['which', 'that'],
  ['nobody', 'no-one'],
  ['about', 'approximately', 'around', 'roughly'],
];
const CLASS_OF = new Map(EQUIVALENTS.flatMap((words) => words.map((word) => [word, words[0]!] as const)));

export function sameQuantity(a: Quantity, b: Quantity): boolean {
  return (
    a.dimension === b.dimension &&
    a.low === b.low &&
    a.high === b.high &&
    (a.factor === b.factor || a.dimension === 'share')
  );
}

export function sameDate(a: DateSpan, b: DateSpan): boolean {
  return (
    a.first === b.first &&
    a.last === b.last &&
    a.year === b.year &&
    a.month === b.month &&
    a.day === b.day &&
    a.isPeriod === b.isPeriod &&
    a.approximate === b.approximate
  );
}

function isContentWord({ pos }: Item): boolean {
  return pos === 'VERB' || pos === 'NOUN' || pos === 'ADJ';
}

/**
 * Whether `lower` is a verb form composed by the judge, e.g. from "does not cause", and `written` is that form as written,
 * "causes", even if it was tagged as a noun.
 */
function isWrittenForm({ lower, key, tense }: Item, written: Item): boolean {
  if (!lower.includes(':')) return false;
  if (tense === 'present') return written.lower === key || written.lower === thirdPerson(key);
  return tense === 'past' && written.lower === pastTense(key);
}

/**
 * Whether the claim's item is a finite form of a verb that the statement has without a tense: "stars Ray" for "starring Ray",
 * even if "stars" was tagged as a noun.
 */
function isOpenForm(claim: Item, { key }: Item): boolean {
  if (claim.tense === 'present' || claim.tense === 'past') return claim.key === key;
  return claim.pos === 'NOUN' && claim.article === null && key !== 'be' && claim.lower === thirdPerson(key);
}

const ASCII = /^\p{ASCII}*$/u;

/** Removes accents: "Sanchez" for "Sánchez". */
export function plainLetters(lower: string): string {
  return ASCII.test(lower) ? lower : lower.normalize('NFD').replaceAll(/\p{M}/gu, '');
}

/**
 * Whether only one of two names has "the", so that it is a thing named after the person: "Ada Noll" and "the Ada Noll", a ship.
 */
function isOnlyNamedAfter(claim: Item, sentence: Item): boolean {
  if (!claim.isName || !sentence.isName || (claim.article === 'the') === (sentence.article === 'the')) return false;
  return genderOfName(claim.text) !== undefined;
}

/** True if the two items mean the same and can replace each other. */
export function sameItem(claim: Item, sentence: Item): boolean {
  if (isOnlyNamedAfter(claim, sentence)) return false;
  if (claim.lower === sentence.lower) return true;
  if (claim.isName && sentence.isName && plainLetters(claim.lower) === plainLetters(sentence.lower)) return true;
  if (claim.quantity !== null && sentence.quantity !== null) return sameQuantity(claim.quantity, sentence.quantity);
  if (claim.date !== null && sentence.date !== null) return sameDate(claim.date, sentence.date);
  if (claim.kind !== 'word' || sentence.kind !== 'word') return false;
  if (sentence.tense === 'open') return isOpenForm(claim, sentence);
  const own = CLASS_OF.get(claim.lower);
  if (own !== undefined && own === CLASS_OF.get(sentence.lower)) return true;
  if (isWrittenForm(claim, sentence) || isWrittenForm(sentence, claim)) return true;
  if (claim.tense !== sentence.tense || claim.isPlural !== sentence.isPlural) return false;
  if (claim.key === sentence.key) return claim.tense === 'present' || claim.tense === 'past' || claim.tense === null;
  return isContentWord(claim) && claim.pos === sentence.pos && areOwnSynonyms(claim.key, sentence.key);
}
