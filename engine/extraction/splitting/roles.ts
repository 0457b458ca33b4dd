/** "is a former columnist with the Tarn Herald and the author of three novels": two roles of one person. */
import { atomWords, partOfAtom, withoutEndMark } from '../grammar/atom-words.ts';
import { canBePerson } from '../grammar/class-nouns.ts';
import type { Word } from '../grammar/parse.ts';
import type { Atom } from '../grammar/pieces.ts';
import { isVerb, mainGroup, opensClause, verbGroups } from '../grammar/verb-groups.ts';
import { articleFor } from './articles.ts';
import { TOGETHER } from './lists.ts';
import { isRole } from './noun-members.ts';
import { isScoped } from './scope.ts';

/** Splits an atom whose complement names two roles; the atom itself if that isn't certain. */
export function splitRoles(words: readonly Word[], atom: Atom): Atom[] {
  const pieces = withoutEndMark(words, atom.pieces);
  const view = atomWords(words, pieces);
  const main = mainGroup(view, verbGroups(view));
  if (main === null || main.negated || main.head.pos !== 'AUX' || !/^(?:is|was)$/u.test(main.first.lower))
    return [atom];
  const and = view.findIndex(({ lower }, i) => i > main.end && lower === 'and');
  const end = view[and - 1]?.text === ',' ? and - 1 : and;
  const before = rolesBefore(view, main.end, end);
  const start = before.length === 0 ? end : before[0]!.from - 1;
  const [first, second] = [view.slice(main.end, start), view.slice(and + 1)];
  const rest = [...first, ...second];
  const isTied = rest.some(
    (word, i) =>
      isScoped(word) ||
      TOGETHER.test(word.lower) ||
      isVerb(word) ||
      opensClause(rest, i) ||
      /^[,;:(]$/u.test(word.text),
  );
  // "From 1971 to 1976, he was a secretary in Leeds and a member of the council from 1971 to 1990."
  const hasLead = view.slice(0, main.start).some(({ text }) => text === ',');
  if (hasLead && second.some(({ pos }) => pos === 'NUM')) return [atom];
  const areOpened = [first, second].every((part) => /^an?$/u.test(part[0]?.lower ?? ''));
  const areApart = areOpened && isRoleAlone(first) && before.length === 0;
  if (and < 0 || isTied || !(areApart || (isOpenedRole(first) && isSecondRole(second)))) return [atom];
  // "the founder and a member of the club": the founder of it too.
  if (isRoleAlone(first) && !/^an?$/u.test(first[0]!.lower)) return [atom];
  // "the son of a baker and a nurse": what stands before the "and" may be a person too.
  if (!isRoleAlone(first) && (before.length > 0 || !(endsInNameOrMatter(first) || isOtherRole(first, second))))
    return [atom];
  const members = [...before, { from: and + 1, to: view.length }];
  return [
    partOfAtom(atom, pieces.slice(0, start)),
    ...members.map(({ from, to }) => {
      const article = ARTICLE.test(view[from]!.lower) ? [] : [articleOf(first[0]!, view[from]!)];
      const own = pieces.slice(from, to);
      return partOfAtom(atom, [...pieces.slice(0, main.end), ...article, ...own], own);
    }),
  ];
}

/** The roles between the first and the last of "a lawyer, cricket administrator, and former president of the board". */
function rolesBefore(view: readonly Word[], from: number, end: number): { from: number; to: number }[] {
  const commas = view.flatMap(({ text }, i) => (i > from && i < end && text === ',' ? [i] : []));
  const members = commas.map((comma, order) => ({ from: comma + 1, to: commas[order + 1] ?? end }));
  const areRoles = members.every((member) => {
    const part = view.slice(member.from, member.to);
    return part.length > 0 && isRoleAlone(part) && isRole(part.at(-1)!);
  });
  return areRoles ? members : [];
}

const ARTICLE = /^(?:an?|the|its|his|her|their)$/u;
const PAST_ROLE = /^(?:former|onetime|ex|retired|current)$/u;

const articleOf = (first: Word, second: Word) => (/^an?$/u.test(first.lower) ? articleFor(second.text) : first.lower);

/** True for "a former columnist with the Tarn Herald": an article, and a person before the first preposition. */
function isOpenedRole(part: readonly Word[]): boolean {
  return ARTICLE.test(part[0]?.lower ?? '') && (isPersonPhrase(part) || isInfluence(part));
}

/** True for "the author of three novels", and without an article for "former member of the guard". */
function isSecondRole(part: readonly Word[]): boolean {
  const [first] = part;
  if (first === undefined || part.some(({ pos }) => pos === 'CCONJ')) return false;
  const isOpened = ARTICLE.test(first.lower) || PAST_ROLE.test(first.lower) || isOffice(first);
  return isOpened && (isPersonPhrase(part) || isInfluence(part)) && !isRoleAlone(part);
}

function isPersonPhrase(part: readonly Word[]): boolean {
  const preposition = part.findIndex(({ pos }) => pos === 'ADP');
  const phrase = preposition < 0 ? part : part.slice(0, preposition);
  const head = phrase.at(-1);
  return head !== undefined && (isRole(head) || isOffice(head));
}

/** "a major influence on the school": what only somebody of the first role is said to be. */
const isInfluence = (part: readonly Word[]) => {
  const head = part[part.findIndex(({ pos }) => pos === 'ADP') - 1];
  return /^(?:influence|figure|inspiration|force|voice|part|icon|symbol)$/u.test(head?.lower ?? '');
};

/** "a reader of the game and a talker on the pitch": a second "a" that answers to the first, with no person between. */
function isOtherRole(first: readonly Word[], second: readonly Word[]): boolean {
  const last = first.at(-1)!;
  const isA = ({ lower }: Word) => /^an?$/u.test(lower);
  return (
    isA(first[0]!) && isA(second[0]!) && !first.slice(1).some(isA) && last.pos === 'NOUN' && !canBePerson(last.lower)
  );
}

/** "Member of Parliament", "Governor of Mindoro". */
const isOffice = ({ pos, lower }: Word) => pos === 'PROPN' && canBePerson(lower);

const isRoleAlone = (part: readonly Word[]) => !part.some(({ pos }) => pos === 'ADP');

/** True for "… with the Tarn Herald" and "… of mathematics". */
function endsInNameOrMatter(part: readonly Word[]): boolean {
  const last = part.at(-1)!;
  if (last.pos === 'PROPN') return true;
  return last.pos === 'NOUN' && part.at(-2)!.pos === 'ADP' && !canBePerson(last.lower);
}
