/** Lists in English sentences of which a statement may have a single member, as nothing in them changes what the others are. */
import { isPersonNoun } from '#engine/text/class-nouns.ts';
import { PRIVATIVE } from '#engine/text/privative.ts';
import type { Words } from './joints/sentence.ts';
import type { Gap } from './omissions.ts';
import { YEAR } from './words.ts';

/** Parts of speech of the words in a noun phrase. */
export const NOMINAL = /^(?:DET|NOUN|PROPN|NUM|PRON|ADJ|SYM)$/;
/** Words for somebody who is something only in part, or not yet. */
const NOT_YET = /^(?:student|pupil|cadet|amateur|assistant|junior)$/;
/**
 * Nouns for somebody's relation to another person. A further list member may belong to that other person: "a friend of the
 * painter and poet".
 */
const RELATED = new Set(
  (
    'son daughter brother sister father mother wife husband widow widower friend colleague rival enemy critic admirer fan pupil student disciple assistant secretary ' +
    'deputy adviser advisor aide servant biographer portrait successor predecessor descendant ancestor nephew niece cousin uncle aunt grandson granddaughter heir ' +
    'child parent spouse lover partner'
  ).split(' '),
);
const NOUN = /^(?:NOUN|PROPN)$/;
const POSSESSIVE = /^(?:his|her|its|their)$/;

/** Whether the words are a thing or a list of things, without anything that a further member might belong to. */
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

/** Whether the words describe somebody who may not be what the noun says: "an aspiring singer", "a student nurse". */
const isNotYet = (list: Words) =>
  list.some(
    ({ lower }, at) =>
      (PRIVATIVE.has(lower) || NOT_YET.test(lower)) && /^(?:ADJ|NOUN|PROPN|VERB)$/.test(list[at + 1]?.pos ?? ''),
  );

/**
 * Whether these are two things that one person is, where the first is not a relation to another person: "is (a member of the
 * council and) an adviser to the mayor". `other`: where the second begins.
 */
export function isOffice(words: Words, { from, to }: Gap, other: number): boolean {
  const list = words.slice(from, to);
  const of = list.findIndex(({ pos }) => pos === 'ADP');
  const head = list[of - 1];
  const body = list.slice(of + 1);
  const behind = words.findIndex(({ pos }, at) => at >= other && !/^(?:DET|ADJ|NOUN|PROPN)$/.test(pos));
  const further = words.slice(other, behind < 0 ? undefined : behind).at(-1);
  if (head === undefined || further === undefined || !isPredicated(words, from) || isNotYet(list)) return false;
  if (!isPersonLike(head.lower) || !isPersonLike(further.lower) || RELATED.has(head.lower)) return false;
  const isPhrase = body.every(({ pos, isWord }) => !isWord || /^(?:DET|ADJ|NOUN|PROPN|ADP)$/.test(pos));
  // In "the Liberal Party", only the last noun counts: a party is not a person.
  const nouns = body.filter(({ pos }, at) => NOUN.test(pos) && !NOUN.test(body[at + 1]?.pos ?? ''));
  const isOfThing = body.some(({ pos }) => pos === 'DET' || pos === 'NOUN');
  return isPhrase && isOfThing && !nouns.some(({ lower }) => isPersonNoun(lower));
}

/** Whether what begins at `from` follows "is", "was also", "served as" or the like. */
function isPredicated(words: Words, from: number): boolean {
  const before = words.slice(0, from).findLast(({ pos }) => pos !== 'ADV');
  return before?.lemma === 'be' || before?.lower === 'as';
}

/** True for nouns that say who somebody is, and for some that can also denote a firm. */
export const isPersonLike = (noun: string): boolean =>
  isPersonNoun(noun) || /^(?:member|founder|leader|owner|winner|champion|advocate|partner)$/.test(noun);
