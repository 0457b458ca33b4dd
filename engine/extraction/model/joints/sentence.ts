/** What the checks of a sentence's build ask of its words. */
import { opensClause, type VerbGroup, verbGroups } from '../../grammar/verb-groups.ts';
import type { Word } from '../../grammar/word.ts';
import type { ReadWord } from '../words.ts';

export type Words = readonly ReadWord[];
/** Of each word, whether the statement has it. */
export type Own = readonly boolean[];

/** Begin a relative clause. */
export const RELATIVE = /^(?:who|which|that|where|whose)$/;
/** Join a clause whose subject is its own. */
export const JOINING = /^(?:with|since|so|because|while|whereas|although|though|for)$/;
/** Join a clause that what stands in front of the sentence may hold for. */
export const CONTRASTING = /^(?:although|though|while|whereas)$/;
/** Join a clause that says when or where. */
export const TIMED = /^(?:when|whenever|once|until|till|while|as|after|before|where|wherever)$/;
/** Subjects that begin a clause wherever they stand. */
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
/** A number, in figures or in words. */
export const isNumber = (word: ReadWord | undefined) => /\p{N}/u.test(word?.text ?? '') || word?.pos === 'NUM';

/** Finite verbs that begin in the range, without those in names ("Talking Heads") and those behind "having". */
export function finiteIn(words: Words, from: number, to: number): VerbGroup[] {
  return verbGroups(grammarOf(words)).filter(({ finite, start }) => {
    const isName = start > 0 && words[start]!.isCapitalised;
    return finite && start >= from && start < to && !isName && words[start - 1]?.lower !== 'having';
  });
}

/** True if a subordinate clause opens in the range. */
export const opensIn = (words: Words, from: number, to: number): boolean =>
  grammarOf(words).some((_, at) => at >= from && at < to && opensClause(grammarOf(words), at));

/** Where what stands before `to` ends, without the comma or "and" behind it. */
export const endBefore = (words: Words, to: number): number =>
  words.findLastIndex((word, at) => at < to && !isJoint(word)) + 1;

/** The first word from `at` on that is no adverb. */
export function telling(words: Words, at: number): number {
  const next = words.findIndex(({ pos, isWord }, i) => i >= at && isWord && pos !== 'ADV');
  return next < 0 ? at : next;
}

/** True if what the statement has before `to` is denied: "was not moved". */
export const deniesBefore = (words: Words, own: Own, to: number): boolean =>
  words.some(({ marks }, at) => own[at] && at < to && marks.some(({ kind }) => kind === 'negation'));

/** True if the statement says something of a whole: "everyone left". */
export const saysWhole = (words: Words, own: Own): boolean => words.some(({ isWhole }, at) => own[at] && isWhole);

/** "Did Noll leave?": nothing that is asked is stated. */
export const isQuestion = (words: Words): boolean => words.at(-1)?.text === '?';
