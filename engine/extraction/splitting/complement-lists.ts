/** "X is a poet, critic and translator": lists after the verb, each of whose members makes a statement. */
import { BE_FORMS } from '#engine/language/verbs.ts';
import type { Word } from '../grammar/parse.ts';
import { isVerb } from '../grammar/verb-groups.ts';
import { articleFor } from './articles.ts';
import { pick } from './clauses.ts';
import { isCollective } from './lists.ts';
import { joinedMembers, type Member } from './members.ts';
import type { Predicate } from './predicates.ts';

/** Splits a list right after the verb (or its preposition): each member with the words before and after the list. */
export function splitList(words: readonly Word[], predicate: Predicate, verbEnd: number): Predicate[] {
  const indexes = predicate.pieces.filter((piece): piece is number => typeof piece === 'number');
  const inserted = predicate.pieces.length - indexes.length;
  if (inserted > 0) return [predicate];
  const view = pick(words, indexes);
  if (isCollective(view)) return [predicate];
  const isCopula = BE_FORMS.has(view[0]!.lower) && verbEnd === 1;
  const list = plainListAt(view, verbEnd, isCopula);
  if (list === null || list.members.some(({ to }) => FRACTION.test(view[to - 1]!.lower))) return [predicate];
  const head = indexes.slice(0, list.members[0]!.from);
  const remainder = indexes.slice(list.end);
  return list.members.map((member, order) => {
    const own = indexes.slice(member.from, member.to);
    const needsArticle = isCopula && view[member.from]!.pos !== 'DET' && view[list.members[0]!.from]!.pos === 'DET';
    const article = needsArticle ? [articleFor(view[member.from]!.text)] : [];
    const isLast = order === list.members.length - 1;
    return {
      pieces: [...head, ...article, ...own, ...remainder],
      from: order === 0 ? predicate.from : own[0]!,
      to: (isLast || remainder.length > 0 ? indexes.at(-1)! : own.at(-1)!) + 1,
    };
  });
}

/** "A point and a half" is one quantity. */
const FRACTION = /^(?:half|third|quarter|fifth|tenth|bit)$/u;

/** The list of short noun phrases that begins at `from`, or after one preposition there; null unless its members are certain. */
export function plainListAt(
  view: readonly Word[],
  from: number,
  isCopula: boolean,
): { members: Member[]; end: number } | null {
  const start = view[from]?.pos === 'ADP' && /^(?:in|with|for|at|on|as|by)$/u.test(view[from]!.lower) ? from + 1 : from;
  const list = joinedMembers(view, start, memberEnd);
  return list !== null && isClearEnd(view, list.end) && areAlike(view, list.members, isCopula) ? list : null;
}

function memberEnd(view: readonly Word[], from: number): number {
  let end = from;
  if (view[end]?.pos === 'DET' || /^(?:his|her|its|their)$/u.test(view[end]?.lower ?? '')) end++;
  const first = end;
  while (end < view.length) {
    const { pos, text } = view[end]!;
    const isName = pos === 'NOUN' || pos === 'PROPN';
    const isModifier = pos === 'VERB' && view[end - 1]!.text === '-';
    if (isName || pos === 'ADJ' || isModifier || text === '-' || (pos === 'PART' && text === "'s")) end++;
    else break;
  }
  const last = view[end - 1];
  return end > first && (last!.pos === 'NOUN' || last!.pos === 'PROPN') ? end : from;
}

/** True if nothing follows the list, or an adverbial that holds for every member. */
export function isClearEnd(view: readonly Word[], at: number): boolean {
  const next = view[at];
  if (next === undefined) return true;
  // "her travels and her love for art"; but "a nurse and a teacher for ten years".
  if (next.lower === 'for' && view[at + 1]?.pos !== 'NUM') return false;
  return (
    next.pos === 'ADP' &&
    /^(?:in|at|on|during|from|since|until|for|by|around|across|throughout|within)$/u.test(next.lower) &&
    !view.slice(at).some((word) => word.pos === 'CCONJ' || isVerb(word) || word.text === ',')
  );
}

/** True if the members have the same structure, so no adjective or noun of one can modify another. */
function areAlike(view: readonly Word[], members: readonly Member[], isCopula: boolean): boolean {
  const parts = members.map(({ from, to }) => view.slice(from, to));
  const hasDeterminer = parts.map((part) => part[0]!.pos === 'DET' || part[0]!.pos === 'PRON');
  if (hasDeterminer.every((has) => has)) return true;
  if (isCopula) {
    const isIndefinite = /^an?$/u.test(parts[0]![0]!.lower);
    const isRole = parts.slice(1).every((part) => part.at(-1)!.pos === 'NOUN' && !/[^su]s$/u.test(part.at(-1)!.lower));
    return isIndefinite && isRole && parts[0]!.at(-1)!.pos === 'NOUN';
  }
  if (parts.every((part) => part.every((word) => word.pos === 'PROPN')))
    return parts.length > 2 || parts.every((part) => part.length > 1);
  return parts.length > 2 && parts.every((part) => part.length === 1 && part[0]!.pos === 'NOUN');
}
