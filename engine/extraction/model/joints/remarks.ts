/** What a sentence says about its own statement, or excepts from it. */

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

/** "Everyone left(, bar Noll)": what is set apart may be what the whole is without. */
export const isExceptive = (words: Words, own: Own, from: number): boolean =>
  words[from]!.text === ',' && !isCoordinator(words[from + 1]) && saysWhole(words, own);

/** "Noll lied(, critics charged)": a clause with its own subject that nothing joins. */
export function isRemark(words: Words, { from, to }: Gap): boolean {
  if (!isComma(words[from]) || words[from]!.text === ';' || isJoined(words, from + 1)) return false;
  const comma = words.findIndex((word, at) => at > from && at < to && isComma(word));
  return finiteIn(words, from + 1, comma < 0 ? to : comma).length > 0;
}

/** ", and it closed", ", who left", ", as it was late": a word joins what begins there. */
function isJoined(words: Words, at: number): boolean {
  const first = words[at];
  if (first === undefined || isCoordinator(first) || first.pos === 'SCONJ') return true;
  return [RELATIVE, JOINING, TIMED, CONTRASTING].some((joining) => joining.test(first.lower));
}

/** "sang(, which is a lie)", "sang(, but this was retracted)": a clause about all that stands before. `at`: its first word. */
export function isAboutAll(words: Words, at: number): boolean {
  const [first, second] = words.slice(at);
  if (isCoordinator(first)) return /^(?:this|that|these|which)$/.test(second?.lower ?? '');
  const before = words.findLast(({ isWord }, i) => i < at && isWord);
  return first?.lower === 'which' && isComma(words[at - 1]) && before !== undefined && !NOMINAL.test(before.pos);
}
