/** Phrases and clauses at the front of a sentence that apply to both of its two clauses. */
import type { Gap } from '../omissions.ts';
import { CONTRASTING, finiteIn, isComma, type Own, opensIn, TIMED, type Words } from './sentence.ts';

/**
 * Whether the gap is the first of two clauses that share the words at the front: "In May (the mill closed, and) the town wept".
 */
export function isFramed(words: Words, own: Own, { from, to }: Gap): boolean {
  const joint = words[to - 1]!.lower;
  if (!own.slice(0, from).every(Boolean) || !(/^(?:and|but)$/.test(joint) || CONTRASTING.test(joint))) return false;
  if (!opensFrame(words) || !endsFrame(words, from) || opensIn(words, from, to - 1)) return false;
  return isClause(words, from, to) && (isClause(words, to, words.length) || mayEndInVerb(words, to));
}

/** Whether the sentence begins with a preposition or a conjunction: "In …", "When …", "If …". */
const opensFrame = ([first]: Words) =>
  /^(?:ADP|SCONJ)$/.test(first!.pos) || TIMED.test(first!.lower) || first!.lower === 'if';

/** Whether what precedes the gap is a phrase such as "In May" or one clause up to its comma, e.g. "When he left,". */
function endsFrame(words: Words, from: number): boolean {
  const verbs = finiteIn(words, 0, from).length;
  if (verbs === 0) return words[0]!.pos === 'ADP';
  return verbs === 1 && (isComma(words[from - 1]) || isComma(words[from]));
}

/** Whether the range has a finite verb with something before it: "the mill closed". */
const isClause = (words: Words, from: number, to: number) =>
  finiteIn(words, from, to).some(({ start }) => start > from);

/** Whether the last word may be a verb although it is tagged as a noun: "the program stops". */
function mayEndInVerb(words: Words, from: number): boolean {
  const [noun, verb] = words.filter(({ isWord }, at) => at >= from && isWord).slice(-2);
  return noun?.pos === 'NOUN' && verb?.pos === 'NOUN' && /[^s]s$/.test(verb.lower);
}
