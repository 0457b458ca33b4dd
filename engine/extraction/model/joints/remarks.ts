/** Comments that a sentence makes on its own statement, and exceptions from it. */

import { NOMINAL } from '../lists.ts';
import type { Gap } from '../omissions.ts';
import {
  CONTRASTING,
  finiteIn,
  isComma,
  isCoordinator,
  JOINING,
  type Own,
  RELATIVE,
  saysWhole,
  TIMED,
  type Words,
} from './sentence.ts';

/** Whether the gap may be an exception from a whole: "Everyone left(, bar Noll)". */
export const isExceptive = (words: Words, own: Own, from: number): boolean =>
  words[from]!.text === ',' && !isCoordinator(words[from + 1]) && saysWhole(words, own);

/** Whether the gap is a clause with its own subject that no conjunction joins: "Noll lied(, critics charged)". */
export function isRemark(words: Words, { from, to }: Gap): boolean {
  if (!isComma(words[from]) || words[from]!.text === ';' || isJoined(words, from + 1)) return false;
  const comma = words.findIndex((word, at) => at > from && at < to && isComma(word));
  return finiteIn(words, from + 1, comma < 0 ? to : comma).length > 0;
}

/** Whether a conjunction or a relative pronoun joins what begins at `at`: ", and it closed", ", who left", ", as it was late". */
function isJoined(words: Words, at: number): boolean {
  const first = words[at];
  if (first === undefined || isCoordinator(first) || first.pos === 'SCONJ') return true;
  return [RELATIVE, JOINING, TIMED, CONTRASTING].some((joining) => joining.test(first.lower));
}

/**
 * Whether the clause whose first word is at `at` is about everything before it: "sang(, which is a lie)", "sang(, but this was
 * retracted)".
 */
export function isAboutAll(words: Words, at: number): boolean {
  const [first, second] = words.slice(at);
  if (isCoordinator(first)) return /^(?:this|that|these|which)$/.test(second?.lower ?? '');
  const before = words.findLast(({ isWord }, i) => i < at && isWord);
  return first?.lower === 'which' && isComma(words[at - 1]) && before !== undefined && !NOMINAL.test(before.pos);
}
