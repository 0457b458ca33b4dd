/** "served in Leeds, Hull and York": the members of a list anywhere after the verb, each a statement of its own. */

import { atomWords, partOfAtom, withoutEndMark } from '../grammar/atom-words.ts';
import { canBePerson } from '../grammar/class-nouns.ts';
import type { Word } from '../grammar/parse.ts';
import type { Atom, Piece } from '../grammar/pieces.ts';
import { isVerb, mainGroup, verbGroups } from '../grammar/verb-groups.ts';
import { articleFor } from './articles.ts';
import { isClearEnd, TOGETHER } from './lists.ts';
import { joinedMembers, type Member } from './members.ts';
import { isScoped } from './scope.ts';

/** A list, and the words before its first member that hold for all of them ("the films A, B and C"). */
interface List {
  members: Member[];
  /** Repeated before each member after the first. */
  shared: (member: Member) => Piece[];
}

/** Lists in one statement that are taken apart; more would multiply. */
const MOST_LISTS = 2;

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
    view.some(({ lower }) => TOGETHER.test(lower))
  )
    return [atom];
  for (let at = main.end; at + 2 < view.length; at++) {
    const isStart = at === main.end || view[at - 1]!.pos === 'ADP' || isVerb(view[at - 1]);
    const list = isStart ? listAt(view, at, main.head.pos === 'AUX' && at === main.end) : null;
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

function listAt(view: readonly Word[], from: number, isComplement: boolean): List | null {
  const list = joinedMembers(view, from, memberEnd);
  if (list === null || !(isShared(view, list.end) || areRoles(view, list.members, list.end))) return null;
  return alike(view, list.members, isComplement);
}

/** True if nothing follows the list, or what holds for all members; "for …" and "by …" often belong to the last. */
const isShared = (view: readonly Word[], at: number) =>
  isClearEnd(view, at) && !/^(?:for|by)$/u.test(view[at]?.lower ?? '');

/** "the founder and head of the firm": both of the firm. */
function areRoles(view: readonly Word[], members: readonly Member[], at: number): boolean {
  const rest = view.slice(at);
  return (
    rest[0]?.lower === 'of' &&
    members.every(({ to }) => view[to - 1]!.pos === 'NOUN' && canBePerson(view[to - 1]!.lower)) &&
    !rest.some((word) => word.pos === 'CCONJ' || isVerb(word) || word.text === ',')
  );
}

const OPENER =
  /^(?:an?|the|his|her|its|their|our|my|several|many|some|various|numerous|two|three|four|five|six|seven|eight|nine|ten)$/u;

/** End of the noun phrase at `from`, with "of …" where it names its thing; `from` itself if there is none. */
function memberEnd(view: readonly Word[], from: number): number {
  let end = from;
  if (OPENER.test(view[end]?.lower ?? '')) end++;
  const first = end;
  for (; end < view.length; end++) {
    const { pos, text } = view[end]!;
    const isPart =
      /^(?:NOUN|PROPN|ADJ|NUM)$/u.test(pos) ||
      isModifier(view, end, first) ||
      /^["“”‘’–-]$/u.test(text) ||
      (pos === 'PART' && /^['’]s?$/u.test(text));
    const opensName = text === 'of' && end > first && isNoun(view[end - 1]) && opensNoun(view, end + 1);
    if (opensName && /^(?:the|an?)$/u.test(view[end + 1]!.lower)) end++;
    else if (!isPart && !opensName) break;
  }
  const last = view.slice(first, end).findLast(({ pos }) => pos !== 'PUNCT');
  return isNoun(last) || (last?.forms?.gerund === true && end - first > 1) ? end : from;
}

/** "technology-supported learning": a participle inside a noun phrase. */
function isModifier(view: readonly Word[], at: number, first: number): boolean {
  const { pos, forms } = view[at]!;
  if (pos !== 'VERB') return false;
  const describes = forms?.participle === true && !forms.past && isNoun(view[at + 1]);
  return describes || (at > first && (forms?.gerund === true || view[at - 1]!.text === '-'));
}

const isNoun = (word: Word | undefined) => word?.pos === 'NOUN' || word?.pos === 'PROPN';

function opensNoun(view: readonly Word[], at: number): boolean {
  const word = view[at];
  const noun = /^(?:the|an?)$/u.test(word?.lower ?? '') ? view[at + 1] : word;
  return noun !== undefined && /^(?:NOUN|PROPN|ADJ)$/u.test(noun.pos);
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
  if (parts.some((part) => part.some(({ lower }) => FRACTION.test(lower)))) return null;
  if (parts.every(isProper)) return isOneName(view, members, parts) ? null : { members, shared: nothing };
  const withOf = parts.filter((part) => part.some(({ lower }) => lower === 'of'));
  if (withOf.length > 0 && withOf.length < parts.length) return null;
  const opened = parts.filter((part) => OPENER.test(part[0]!.lower) || part[0]!.pos === 'NUM');
  if (opened.length === parts.length) return { members, shared: nothing };
  if (opened.length > 1 || (opened.length === 1 && opened[0] !== first)) return null;
  if (parts.length === 2 && others.some((part) => part.some(({ pos }) => pos === 'PROPN'))) return null;
  const opener = first[0]!.lower;
  if (opened.length === 0) return isPlainList(parts) ? { members, shared: nothing } : null;
  if (/^an?$/u.test(opener)) {
    if (!isComplement && view[members[0]!.from - 1]?.lower !== 'as') return null;
    const areSingular = others.every((part) => !isPluralForm(part.at(-1)!));
    return areSingular ? { members, shared: ({ from }) => [articleFor(view[from]!.text)] } : null;
  }
  if (/^(?:his|her|its|their|our|my|several|many|some|various|numerous)$/u.test(opener))
    return { members, shared: () => [first[0]!.lower] };
  const areTitles =
    isComplement && parts.every((part) => part.at(-1)!.pos === 'NOUN' && canBePerson(part.at(-1)!.lower));
  if (opener === 'the' && areTitles) return { members, shared: () => ['the'] };
  return opener === 'the' && parts.length > 2 ? { members, shared: nothing } : null;
}

/** "A day and a half" is one quantity. */
const FRACTION = /^(?:half|third|quarter|fifth|tenth|bit|more|others?|so|etc)$/u;

const isPluralForm = ({ lower }: Word) => /[^su]s$/u.test(lower);

/** "Ministry of Trade and Industry", "Marks and Spencer". */
function isOneName(view: readonly Word[], members: readonly Member[], parts: readonly Word[][]): boolean {
  const at = members[0]!.from;
  const follows = view[at - 1]!.pos === 'ADP' && view[at - 2]?.pos === 'PROPN';
  const isPair = parts.length === 2 && parts.every((part) => part.length === 1);
  // "the Ministry of Trade and Industry"
  const mayGoOn = parts.at(-1)!.length === 1 && parts.some((part) => part.some(({ lower }) => lower === 'of'));
  return (
    mayGoOn || (follows && !parts.every((part) => part[0]!.lower === 'the')) || (isPair && view[at - 1]!.pos !== 'ADP')
  );
}

/** Bare nouns: three or more, or two in the plural; "blood and lung samples" shares its last noun. */
function isPlainList(parts: readonly Word[][]): boolean {
  if (parts.length > 2) return true;
  const [a, b] = parts as [Word[], Word[]];
  return isPluralForm(a.at(-1)!) && isPluralForm(b.at(-1)!);
}
