/** The members of a list such as "A, B and C". */
import type { Word } from '../grammar/parse.ts';

/** Index of the member's first word, and after its last. */
export interface Member {
  from: number;
  to: number;
}

/**
 * The members from `from` on, and the index after the last; null unless there are two or more with "and" before the last.
 * `memberEnd`: the index after the member that begins at an index, that index itself if none does.
 */
export function joinedMembers(
  words: readonly Word[],
  from: number,
  memberEnd: (words: readonly Word[], from: number) => number,
): { members: Member[]; end: number } | null {
  const members: Member[] = [];
  let at = from;
  for (let isLast = false; ; ) {
    const end = memberEnd(words, at);
    if (end === at) return null;
    members.push({ from: at, to: end });
    at = end;
    if (isLast) return { members, end: at };
    if (words[at]?.text === ',') at++;
    // "“Good Day,” “Old Marrow,” and …": the comma inside the quotation marks separates.
    else if (/^["”’]$/u.test(words[at - 1]!.text) && words[at - 2]?.text === ',' && words[at] !== undefined) {
    } else if (words[at]?.lower !== 'and') return null;
    isLast = words[at]?.lower === 'and';
    if (isLast) at++;
  }
}
