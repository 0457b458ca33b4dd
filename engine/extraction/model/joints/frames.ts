/** What stands in front of a sentence of two clauses. */
import type { Gap } from '../omissions.ts';
import { CONTRASTING, finiteIn, isComma, type Own, opensIn, TIMED, type Words } from './sentence.ts';

/** "In May (the mill closed, and) the town wept": what stands in front holds for both clauses. */
export function isFramed(words: Words, own: Own, { from, to }: Gap): boolean {
  const joint = words[to - 1]!.lower;
  if (!own.slice(0, from).every(Boolean) || !(/^(?:and|but)$/.test(joint) || CONTRASTING.test(joint))) return false;
  if (!opensFrame(words) || !endsFrame(words, from) || opensIn(words, from, to - 1)) return false;
  return isClause(words, from, to) && (isClause(words, to, words.length) || mayEndInVerb(words, to));
}

/** "In …", "When …", "If …" */
const opensFrame = ([first]: Words) =>
  /^(?:ADP|SCONJ)$/.test(first!.pos) || TIMED.test(first!.lower) || first!.lower === 'if';

/** "In May", or a clause up to its comma: "When he left," */
function endsFrame(words: Words, from: number): boolean {
  const verbs = finiteIn(words, 0, from).length;
  if (verbs === 0) return words[0]!.pos === 'ADP';
  return verbs === 1 && (isComma(words[from - 1]) || isComma(words[from]));
}

/** "the mill closed": a verb, and something in front of it. */
const isClause = (words: Words, from: number, to: number) =>
  finiteIn(words, from, to).some(({ start }) => start > from);

/** "the program stops" may be read as two nouns. */
function mayEndInVerb(words: Words, from: number): boolean {
  const [noun, verb] = words.filter(({ isWord }, at) => at >= from && isWord).slice(-2);
  return noun?.pos === 'NOUN' && verb?.pos === 'NOUN' && /[^s]s$/.test(verb.lower);
}
