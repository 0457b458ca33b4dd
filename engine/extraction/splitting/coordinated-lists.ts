/** Lists whose members certainly have the same form, so that each can stand for the list. */
import type { Word } from '../grammar/parse.ts';
import type { Piece } from '../grammar/pieces.ts';
import { isVerb } from '../grammar/verb-groups.ts';
import { articleFor } from './articles.ts';
import { isClearEnd } from './complement-lists.ts';
import { isOneName } from './fixed-names.ts';
import { joinedMembers, type Member } from './members.ts';
import { hasOf, isOpened, isRole, memberEnd, phraseEnd } from './noun-members.ts';

/** A list, and the words before its first member that hold for all of them ("the films A, B and C"). */
export interface List {
  members: Member[];
  /** Repeated before each member after the first. */
  shared: (member: Member) => Piece[];
}

/** "and many other papers": a member of its own, which says nothing of the others. */
export const isQuantifiedOther = (view: readonly Word[], at: number) =>
  view[at]?.lower === 'other' && /^(?:many|several|some|numerous|various|most)$/u.test(view[at - 1]?.lower ?? '');

/** The list that begins at `from`; null if there is none, or if its members aren't certain. `isComplement`: after "is". */
export function listAt(view: readonly Word[], from: number, isComplement: boolean): List | null {
  const found = joinedMembers(view, from, memberEnd);
  if (found === null) return listWithPhrases(view, from);
  const list = isComplement ? withSharedOf(view, found) : found;
  // "his letters to the king, and his garden": a comma before the "and" of a pair belongs to a longer list.
  const isPairSetOff = list.members.length === 2 && view[list.members[0]!.to]!.text === ',';
  if (isPairSetOff && !isComplement) return null;
  if (!(isShared(view, list.end) || areRoles(view, list.members, list.end))) return listWithPhrases(view, from);
  return alike(view, list.members, isComplement);
}

/** "the founder and head of the firm": the last member without the "of …" that holds for all. */
function withSharedOf(view: readonly Word[], list: { members: Member[]; end: number }) {
  const { from, to } = list.members.at(-1)!;
  const of = view.findIndex(({ lower }, i) => i > from && i < to && lower === 'of');
  const before = list.members.slice(0, -1);
  if (of < 0 || !isRole(view[of - 1]!) || !before.every((member) => isRole(view[member.to - 1]!))) return list;
  // "a sniper and a member of the guard", "a sniper and former member of the guard": only the second is of it.
  const isTheirs =
    view[before[0]!.from]!.lower === 'the' &&
    !before.slice(1).some((member) => isOpened(view.slice(member.from, member.to)));
  if (isOpened(view.slice(from, to)) || (of - from > 1 && !isTheirs)) return list;
  return { members: [...before, { from, to: of }], end: of };
}

/** "his bridges, his letters to the king, and his garden": commas say where each of three or more members ends. */
function listWithPhrases(view: readonly Word[], from: number): List | null {
  const list = joinedMembers(view, from, phraseEnd);
  if (list === null || list.members.length < 3 || list.end !== view.length) return null;
  // Without a comma before the "and", the last member may belong to the phrase before it.
  if (list.members.slice(0, -1).some(({ to }) => view[to]!.text !== ',')) return null;
  const parts = list.members.map(({ from: start, to }) => view.slice(start, to));
  const [first, ...others] = parts as [Word[], ...Word[][]];
  // "his letters to the king, the queen, and his brother": what follows such a phrase may belong to it.
  if (parts.slice(0, -2).some((part) => part.some(({ pos }) => pos === 'ADP'))) return null;
  if (parts.some((part) => part.some(({ lower }) => NO_MEMBER.test(lower) || lower === 'between'))) return null;
  if (parts.every(isOpened)) return { members: list.members, shared: () => [] };
  const isOwned = /^(?:his|her|its|their|our|my)$/u.test(first[0]!.lower) && !others.some(isOpened);
  return isOwned ? { members: list.members, shared: () => [first[0]!.lower] } : null;
}

/** True if nothing follows the list, or what holds for all members; "for …" and "by …" often belong to the last. */
const isShared = (view: readonly Word[], at: number) =>
  isClearEnd(view, at) && !/^(?:for|by)$/u.test(view[at]?.lower ?? '');

/** "the founder and head of the firm": both of the firm. */
function areRoles(view: readonly Word[], members: readonly Member[], at: number): boolean {
  const rest = view.slice(at);
  return (
    rest[0]?.lower === 'of' &&
    members.every(({ to }) => isRole(view[to - 1]!)) &&
    !rest.some((word) => word.pos === 'CCONJ' || isVerb(word) || word.text === ',')
  );
}

const isProper = (words: readonly Word[]) =>
  words.some(({ pos }) => pos === 'PROPN') &&
  words.every(({ pos, lower }) => /^(?:PROPN|NUM|PART|PUNCT)$/u.test(pos) || /^(?:of|the)$/u.test(lower));

/** The list if its members have the same form, so that no word of one belongs to another; else null. */
function alike(view: readonly Word[], members: Member[], isComplement: boolean): List | null {
  const parts = members.map(({ from, to }) => view.slice(from, to));
  if (parts[0]!.some(({ lower }) => /^(?:former|late|then)$/u.test(lower))) return null;
  const [first, ...others] = parts as [Word[], ...Word[][]];
  const nothing = () => [];
  const isQuantifiedRest = isQuantifiedOther(parts.at(-1)!, 1);
  const unquantified = isQuantifiedRest ? parts.slice(0, -1) : parts;
  if (unquantified.some((part) => part.some(({ lower }) => NO_MEMBER.test(lower)))) return null;
  if (unquantified.every(isProper))
    return isOneName(view, members, parts, isComplement) ? null : { members, shared: nothing };
  // "love and fear of order", "fear of heights, dogs and crowds" are open; "his nerves, love of order, and humour" isn't.
  const isOpenOf = hasOf(first) || hasOf(parts.at(-1)!);
  if (isOpenOf && parts.some(hasOf) && !parts.every(hasOf)) return null;
  const opened = parts.filter((part) => isOpened(part) || part[0]!.pos === 'NUM');
  // "is the British, Commonwealth and world champion": what is left of the last member belongs to all.
  const endsInName = (part: readonly Word[]) => part.at(-1)!.pos === 'PROPN' && !isRole(part.at(-1)!);
  if (isComplement && parts.at(-1)!.at(-1)!.pos === 'NOUN' && parts.slice(0, -1).some(endsInName)) return null;
  // "a friend of the author and the editor of the paper"
  if (isComplement && hasOf(first) && isRole(first.at(-1)!)) return null;
  if (opened.length === parts.length) return { members, shared: nothing };
  if (opened.length > 1 || (opened.length === 1 && opened[0] !== first)) return null;
  const areRoleNames = isComplement && parts.every((part) => isRole(part.at(-1)!));
  if (parts.length === 2 && !areRoleNames && others.some((part) => part.some(({ pos }) => pos === 'PROPN')))
    return null;
  const opener = first[0]!.lower;
  if (opened.length === 0) return isPlainList(parts) ? { members, shared: nothing } : null;
  if (/^an?$/u.test(opener)) {
    if (!isComplement && view[members[0]!.from - 1]?.lower !== 'as') return null;
    const areSingular = others.every((part) => !isPluralForm(part.at(-1)!));
    return areSingular ? { members, shared: ({ from }) => [articleFor(view[from]!.text)] } : null;
  }
  // "various health and education schemes": the plural is the last noun, which belongs to all.
  if (
    /^(?:several|many|various|numerous)$/u.test(opener) &&
    !isPluralForm(first.at(-1)!) &&
    first.at(-1)!.pos === 'NOUN'
  )
    return null;
  if (/^(?:his|her|its|their|our|my|several|many|some|various|numerous)$/u.test(opener))
    return { members, shared: () => [first[0]!.lower] };
  const areTitles = isComplement && parts.every((part) => isRole(part.at(-1)!));
  if (opener === 'the' && areTitles) return { members, shared: () => ['the'] };
  return opener === 'the' && parts.length > 2 ? { members, shared: nothing } : null;
}

/** What names no member: "a day and a half" is one quantity, "and more" is nothing in particular. */
const NO_MEMBER = /^(?:half|third|quarter|fifth|tenth|bit|more|others?|so|etc)$/u;

const isPluralForm = ({ lower }: Word) => /[^su]s$/u.test(lower);

/** Bare nouns: three or more, or two in the plural; "blood and lung samples" shares its last noun. */
function isPlainList(parts: readonly Word[][]): boolean {
  if (parts.length > 2) return true;
  const [a, b] = parts as [Word[], Word[]];
  return isPluralForm(a.at(-1)!) && isPluralForm(b.at(-1)!);
}
