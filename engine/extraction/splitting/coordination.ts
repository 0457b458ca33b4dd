/** "served in Leeds, Hull and York": the members of a list anywhere after the verb, each a statement of its own. */
import { atomWords, partOfAtom, withoutEndMark } from '../grammar/atom-words.ts';
import type { Word } from '../grammar/parse.ts';
import type { Atom } from '../grammar/pieces.ts';
import { isVerb, mainGroup, verbGroups } from '../grammar/verb-groups.ts';
import { isQuantifiedOther, type List, listAt } from './coordinated-lists.ts';
import { TOGETHER } from './lists.ts';
import { joinedMembers } from './members.ts';
import { isScoped } from './scope.ts';
import { titles } from './title-lists.ts';

/** Lists in one statement that are taken apart; more would multiply. */
const MOST_LISTS = 2;

/** "played for the Vale Rovers, Isle Town, and most recently, the Marsh Harriers". */
function titleListAt(view: readonly Word[], at: number): List | null {
  const list = titles(view, at);
  return list === null ? null : { members: list.members, shared: () => [] };
}

/** "won the cup in 2007, 2009 and 2011": in each of the years; but three cups were won in them together. */
function yearsAt(view: readonly Word[], verb: number, at: number): List | null {
  const isYear = (word: Word | undefined) => /^(?:1\d{3}|20\d{2})$/u.test(word?.text ?? '');
  const list = joinedMembers(view, at, (words, from) => (isYear(words[from]) ? from + 1 : from));
  if (list === null || list.end < view.length || view[at - 1]!.lower !== 'in') return null;
  const isCounted = view
    .slice(verb, at - 1)
    .some(({ pos, lower }) => pos === 'NUM' || /^(?:\p{L}+s|many|several|all|total|again)$/u.test(lower));
  return isCounted ? null : { members: list.members, shared: () => [] };
}

/** Splits the lists of an atom; the atom itself where no list is certain. */
export function splitCoordination(words: readonly Word[], atom: Atom, depth = 0): Atom[] {
  const pieces = withoutEndMark(words, atom.pieces);
  const view = atomWords(words, pieces);
  const main = mainGroup(view, verbGroups(view));
  if (
    depth === MOST_LISTS ||
    main === null ||
    main.negated ||
    view.some(isScoped) ||
    view.some((word, i) => TOGETHER.test(word.lower) && !isQuantifiedOther(view, i))
  )
    return [atom];
  for (let at = main.end; at + 2 < view.length; at++) {
    const isStart = at === main.end || view[at - 1]!.pos === 'ADP' || isVerb(view[at - 1]);
    const list = isStart
      ? (listAt(view, at, main.head.pos === 'AUX' && at === main.end) ??
        titleListAt(view, at) ??
        yearsAt(view, main.end, at))
      : null;
    if (list === null) continue;
    const end = list.members.at(-1)!.to;
    const before = pieces.slice(0, at);
    const after = pieces.slice(end);
    return list.members.flatMap((member, order) => {
      const own = pieces.slice(member.from, member.to);
      const shared = order === 0 ? [] : list.shared(member);
      const isLast = order === list.members.length - 1;
      const part = [...before, ...shared, ...own, ...after];
      const ahead = order === 0 ? before : [];
      const behind = isLast || after.length > 0 ? pieces.slice(end - 1) : [];
      return splitCoordination(words, partOfAtom(atom, part, [...ahead, ...own, ...behind]), depth + 1);
    });
  }
  return [atom];
}
