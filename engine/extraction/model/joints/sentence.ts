/** Helpers for the checks of a sentence's structure. */
import { opensClause, type VerbGroup, verbGroups } from '../../grammar/verb-groups.ts';
import type { Word } from '../../grammar/word.ts';
import type { ReadWord } from '../words.ts';

export type Words = readonly ReadWord[];
/** For each word of the sentence, whether the statement has it. */
export type Own = readonly boolean[];

/** Words that begin a relative clause. */
export const RELATIVE = /^(?:who|which|that|where|whose)$/;
/** Words that open a clause with its own subject. */
export const JOINING = /^(?:with|since|so|because|while|whereas|although|though|for)$/;
/** Conjunctions of a clause to which the words at the front of the sentence may apply as well. */
export const CONTRASTING = /^(?:although|though|while|whereas)$/;
/** Conjunctions of a clause that says when or where. */
export const TIMED = /^(?:when|whenever|once|until|till|while|as|after|before|where|wherever)$/;
/** Pronouns that, as subjects, begin a clause wherever they stand. */
export const SUBJECT = /^(?:i|you|he|she|it|we|they|there)$/;

const grammars = new WeakMap<Words, readonly Word[]>();

export function grammarOf(words: Words): readonly Word[] {
  const known = grammars.get(words) ?? words.map(({ grammar }) => grammar!);
  grammars.set(words, known);
  return known;
}

export const isComma = (word: ReadWord | undefined) => word !== undefined && /^[,;()—–]$/u.test(word.text);
export const isCoordinator = (word: ReadWord | undefined) => word?.pos === 'CCONJ';
export const isJoint = (word: ReadWord | undefined) => isComma(word) || isCoordinator(word);
/** Whether the word is a number, in figures or in words. */
export const isNumber = (word: ReadWord | undefined) => /\p{N}/u.test(word?.text ?? '') || word?.pos === 'NUM';

/** Groups of finite verbs that begin in the range, except those in names ("Talking Heads") and those after "having". */
export function finiteIn(words: Words, from: number, to: number): VerbGroup[] {
  return verbGroups(grammarOf(words)).filter(({ finite, start }) => {
    const isName = start > 0 && words[start]!.isCapitalised;
    return finite && start >= from && start < to && !isName && words[start - 1]?.lower !== 'having';
  });
}

/** True if a subordinate clause opens in the range. */
export const opensIn = (words: Words, from: number, to: number): boolean =>
  grammarOf(words).some((_, at) => at >= from && at < to && opensClause(grammarOf(words), at));

/** Where the words before `to` end, without the commas and conjunctions after them. */
export const endBefore = (words: Words, to: number): number =>
  words.findLastIndex((word, at) => at < to && !isJoint(word)) + 1;

/** Index of the first word from `at` on that is not an adverb. */
export function telling(words: Words, at: number): number {
  const next = words.findIndex(({ pos, isWord }, i) => i >= at && isWord && pos !== 'ADV');
  return next < 0 ? at : next;
}

/** True if the statement has a negation before `to`: "was not moved". */
export const deniesBefore = (words: Words, own: Own, to: number): boolean =>
  words.some(({ marks }, at) => own[at] && at < to && marks.some(({ kind }) => kind === 'negation'));

/** True if the statement has a word that refers to a whole: "everyone left". */
export const saysWhole = (words: Words, own: Own): boolean => words.some(({ isWhole }, at) => own[at] && isWhole);

/** Whether the sentence is a question, e.g. "Did Noll leave?", which states nothing. */
export const isQuestion = (words: Words): boolean => words.at(-1)?.text === '?';
