/** "is a former columnist with the Tarn Herald and the author of three novels": two roles of one person. */
import { atomWords, partOfAtom, withoutEndMark } from '../grammar/atom-words.ts';
import { canBePerson } from '../grammar/class-nouns.ts';
import type { Word } from '../grammar/parse.ts';
import type { Atom, Piece } from '../grammar/pieces.ts';
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
  const [first, second] = [view.slice(main.end, end), view.slice(and + 1)];
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
  if (and < 0 || isTied || !isOpenedRole(first) || !isSecondRole(second)) return [atom];
  // "the founder and a member of the club": the founder of it too.
  if (isRoleAlone(first) && !/^an?$/u.test(first[0]!.lower)) return [atom];
  // "the son of a baker and a nurse": what stands before the "and" may be a person too.
  if (!isRoleAlone(first) && !endsInNameOrMatter(first)) return [atom];
  const article = ARTICLE.test(second[0]!.lower) ? [] : [articleOf(first[0]!, second[0]!)];
  const own = pieces.slice(and + 1);
  const parts: Piece[][] = [pieces.slice(0, end), [...pieces.slice(0, main.end), ...article, ...own]];
  return parts.map((part, order) => partOfAtom(atom, part, order === 0 ? part : own));
}

const ARTICLE = /^(?:an?|the|its|his|her|their)$/u;
const PAST_ROLE = /^(?:former|onetime|ex|retired|current)$/u;

const articleOf = (first: Word, second: Word) => (/^an?$/u.test(first.lower) ? articleFor(second.text) : first.lower);

/** True for "a former columnist with the Tarn Herald": an article, and a person before the first preposition. */
function isOpenedRole(part: readonly Word[]): boolean {
  return ARTICLE.test(part[0]?.lower ?? '') && isPersonPhrase(part);
}

/** True for "the author of three novels", and without an article for "former member of the guard". */
function isSecondRole(part: readonly Word[]): boolean {
  const [first] = part;
  if (first === undefined || part.some(({ pos }) => pos === 'CCONJ')) return false;
  return (ARTICLE.test(first.lower) || PAST_ROLE.test(first.lower)) && isPersonPhrase(part) && !isRoleAlone(part);
}

function isPersonPhrase(part: readonly Word[]): boolean {
  const preposition = part.findIndex(({ pos }) => pos === 'ADP');
  const phrase = preposition < 0 ? part : part.slice(0, preposition);
  const head = phrase.at(-1);
  return head !== undefined && isRole(head);
}

const isRoleAlone = (part: readonly Word[]) => !part.some(({ pos }) => pos === 'ADP');

/** True for "… with the Tarn Herald" and "… of mathematics". */
function endsInNameOrMatter(part: readonly Word[]): boolean {
  const last = part.at(-1)!;
  if (last.pos === 'PROPN') return true;
  return last.pos === 'NOUN' && part.at(-2)!.pos === 'ADP' && !canBePerson(last.lower);
}
