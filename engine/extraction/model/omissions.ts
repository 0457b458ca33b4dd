/** What a statement leaves out of its sentence. */
import type { ReadWord } from './words.ts';

/** A run of words that a statement leaves out; `to` is exclusive. */
export interface Gap {
  from: number;
  to: number;
}

type Words = readonly ReadWord[];
type Own = readonly boolean[];

/** Runs of words that are not `own`, from the first to the last of the sentence. */
export function gapsIn(own: Own): Gap[] {
  const gaps: Gap[] = [];
  for (let at = 0; at < own.length; at++) {
    if (own[at]) continue;
    if (at > 0 && !own[at - 1]) gaps.at(-1)!.to = at + 1;
    else gaps.push({ from: at, to: at + 1 });
  }
  return gaps;
}

const isComma = (word: ReadWord | undefined) => word?.text === ',';
const isAnd = (word: ReadWord | undefined) => word?.lower === 'and';

/**
 * "(the new treasurer is) Ada Noll, who won", "(both came from) Orley, where a mill works": a name and the clause on it behind a comma,
 * which holds whatever the sentence says of the name. Only where no other noun before the comma can be meant.
 */
export function isBeforeRemark(words: Words, own: Own, gap: Gap): boolean {
  const before = words[gap.to - 1];
  if (gap.from > 0 || before === undefined) return false;
  const mark = words.findIndex((word, at) => at >= gap.to && word.pos !== 'PROPN');
  const last = own.lastIndexOf(true);
  if (mark <= gap.to || !isComma(words[mark]) || !own.slice(gap.to, last + 1).every(Boolean)) return false;
  // All of the clause, up to the mark behind it.
  if (words[last + 1]?.isWord === true || isAnd(words.slice(last + 1).find(({ isWord }) => isWord))) return false;
  const opener = words[mark + 1]?.lower ?? '';
  if (before.lemma === 'be' && before.pos === 'AUX') return /^(?:who|whose)$/.test(opener);
  return before.pos === 'ADP' && words[gap.to - 2]?.pos === 'VERB' && opener === 'where';
}
