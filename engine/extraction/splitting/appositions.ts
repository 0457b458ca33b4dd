/** Makes statements of the descriptions beside a name: "a Polish physicist". */
import { CLASS_NOUNS, canBePerson, isCompanyNoun } from '../grammar/class-nouns.ts';
import { afterInsert, type Insert, insertEnd, mainVerbBefore } from '../grammar/insert-bounds.ts';
import { isNoun, nameBefore, properNounsBefore } from '../grammar/noun-phrases.ts';
import type { Word } from '../grammar/parse.ts';
import { isPast, isPastEvent, reducedParticipleAt } from '../grammar/participles.ts';
import { type Atom, range } from '../grammar/pieces.ts';
import { opensClause, type VerbGroup } from '../grammar/verb-groups.ts';
import { articleFor } from './articles.ts';

const DETERMINERS = /^(?:an?|the|his|her|its|their)$/u;

/** "Marie Curie, a Polish physicist, …" → "Marie Curie was a Polish physicist". Tense as in the main clause. */
export function apposition(
  words: readonly Word[],
  comma: number,
  end: number,
  groups: readonly VerbGroup[],
): Insert | null {
  const opener = words[comma + 1];
  const isOneOf = opener?.lower === 'one' && words[comma + 2]?.lower === 'of';
  if (opener === undefined || !(DETERMINERS.test(opener.lower) || isOneOf)) return null;
  // "including Old Marrow, The Paper Tree and Fen": a title.
  if (/^\p{Lu}/u.test(opener.text) && /^\p{Lu}/u.test(words[comma + 2]?.text ?? '')) return null;
  const name = nameBefore(words, comma) ?? ledName(words, comma);
  if (name === null || isPlaceBeforePerson(words, name, comma)) return null;
  const main = mainVerbBefore(groups, comma);
  const untilPredicate = endBeforePredicate(words, comma, groups);
  const to = untilPredicate ?? insertEnd(words, comma, end, groups, main !== undefined);
  if (to === null) return null;
  const verb = main ?? groups.find((group) => group.finite && group.start > to);
  if (verb === undefined) return null;
  const company = isCompany(words, comma + 1, to);
  const copula = isPast(verb) && !company ? 'was' : 'is';
  const isMember = main !== undefined && untilPredicate === null && looksLikeList(words, name, comma, groups);
  const parts = isMember ? null : appositionAtoms(words, { name, from: comma + 1, to, comma, copula }, groups);
  // "the Duluth maker of boat electronics" isn't the only one there.
  if (company && opener.lower === 'the') replaceArticle(parts, comma + 1, words);
  return parts === null ? null : { atoms: parts, from: comma, to: afterInsert(words, to, end, main !== undefined) };
}

/** "born in Chicago, the daughter of a baker": what follows a place says who somebody is, not the place. */
function isPlaceBeforePerson(words: readonly Word[], name: number, comma: number): boolean {
  const after = words.slice(comma + 1);
  const stop = after.findIndex(({ pos, text }) => pos === 'ADP' || pos === 'PRON' || /^[,.;]$/u.test(text));
  const head = after.slice(0, stop < 0 ? after.length : stop).findLast(({ pos }) => pos === 'NOUN');
  const isChild = /^(?:son|daughter|child|eldest|youngest)$/u.test(head?.lower ?? '');
  return isChild && /^(?:in|at|near)$/u.test(words[name - 1]?.lower ?? '');
}

/** True for "the Duluth maker of boat electronics", which is one still if nothing says otherwise. */
function isCompany(words: readonly Word[], from: number, to: number): boolean {
  const phrase = words.slice(from, to);
  const stop = phrase.findIndex(({ pos, text }) => pos === 'ADP' || pos === 'PRON' || text === ',');
  const head = phrase.slice(0, stop < 0 ? phrase.length : stop).findLast(({ pos }) => pos === 'NOUN');
  const isOver = phrase.some(
    ({ lower, text }) => PAST_YEAR.test(text) || /^(?:former|then|defunct|first)$/u.test(lower),
  );
  return head !== undefined && isCompanyNoun(head.lower) && !isOver;
}

/** "the Duluth maker" → "a Duluth maker": only where a place or nation stands before the noun. */
function replaceArticle(atoms: Atom[] | null, article: number, words: readonly Word[]): void {
  const next = words[article + 1]!;
  if (next.pos !== 'PROPN' || words[article + 2]?.pos !== 'NOUN') return;
  for (const atom of atoms ?? []) {
    atom.pieces = atom.pieces.map((piece) => (piece === article ? articleFor(next.text) : piece));
  }
}

/** ", a fashion house in Hull, and has led …": a noun phrase has no verb, so this one is the sentence's. */
function endBeforePredicate(words: readonly Word[], comma: number, groups: readonly VerbGroup[]): number | null {
  const next = words.findIndex(({ text }, i) => i > comma && text === ',');
  if (next < 0 || !/^(?:and|but)$/u.test(words[next + 1]?.lower ?? '')) return null;
  const isPlain = !groups.some(({ finite, start }) => finite && start > comma && start < next);
  return isPlain && groups.some(({ finite, start }) => finite && start === next + 2) ? next : null;
}

/** "the founder of Osier Works, a fashion house": what is no person describes what the person leads, not the person. */
function ledName(words: readonly Word[], comma: number): number | null {
  const start = properNounsBefore(words, comma);
  const role = words[start - 2];
  if (start === comma || words[start - 1]?.lower !== 'of' || role === undefined || !LEADS.test(role.lower)) return null;
  const after = words.slice(comma + 1);
  const stop = after.findIndex(({ pos, text }) => pos === 'ADP' || pos === 'PRON' || /^[,.;]$/u.test(text));
  const head = after.slice(0, stop < 0 ? after.length : stop).findLast(({ pos }) => pos === 'NOUN');
  return head !== undefined && !canBePerson(head.lower) ? start : null;
}

const LEADS =
  /^(?:founder|co-founder|head|director|chairman|chairwoman|chair|president|owner|co-owner|editor|member|leader|manager|ceo|executive|publisher)$/u;

interface Description {
  name: number;
  comma: number;
  from: number;
  to: number;
  copula: string;
}

/** The statements of an apposition: a plain noun phrase, perhaps with "who …" after it; null for anything else. */
function appositionAtoms(
  words: readonly Word[],
  { name, comma, from, to, copula }: Description,
  groups: readonly VerbGroup[],
): Atom[] | null {
  const pronoun = words.findIndex((word, i) => i > from + 1 && i < to && /^(?:who|that|which)$/u.test(word.lower));
  const relative = pronoun < 0 ? undefined : groups.find((group) => group.finite && group.start === pronoun + 1);
  const stop = relative === undefined ? to : pronoun;
  const body = words.slice(from, stop);
  const isPlain = !body.some(
    (word, i) =>
      word.text === ',' ||
      word.text === '"' ||
      (word.pos === 'CCONJ' && /^(?:DET|PROPN|PRON)$/u.test(body[i + 1]?.pos ?? 'DET')),
  );
  const reduced = reducedParticipleAt(words, from, stop);
  const clauses = groups.filter(
    (group) => group.finite && group.start >= from && group.start < to && group !== relative && group.start !== reduced,
  );
  // "She grew up in Hull, her father being a teacher"
  const isAbsolute = body.some(({ lower }) => lower === 'being' || lower === 'having');
  if (!isPlain || isAbsolute || clauses.length > 0 || !body.some(isNoun)) return null;
  const atom = { pieces: [...range(name, comma), copula, ...range(from, stop)], from: name, to: stop, unresolved: [] };
  if (relative === undefined) return splitDescription(words, atom, from, to, copula);
  return [atom, { pieces: [...range(name, comma), ...range(pronoun + 1, to)], from: name, to, unresolved: [] }];
}

const PAST_YEAR = /^(?:1\d{3}|20[01]\d)s?$/u;

/** "a Polish physicist born in Warsaw" gives two statements; of "a company founded in Leeds" the first is too vague. */
function splitDescription(words: readonly Word[], atom: Atom, from: number, to: number, copula: string): Atom[] {
  const at = reducedParticipleAt(words, from, to);
  if (at === null || !/^an?$/u.test(words[from]!.lower)) return [atom];
  const subject = atom.pieces.slice(0, atom.pieces.indexOf(copula));
  const participle = words.slice(at, to).find((word) => word.forms?.participle === true)!;
  const isOver = isPastEvent(participle) || words.slice(at, to).some((word) => PAST_YEAR.test(word.lower));
  const participleAtom = { ...atom, pieces: [...subject, isOver ? 'was' : copula, ...range(at, to)] };
  const isBare = at - from === 2 && Object.hasOwn(CLASS_NOUNS, words[from + 1]!.lower);
  return isBare
    ? [participleAtom]
    : [{ ...atom, pieces: [...subject, copula, ...range(from, at)], to: at }, participleAtom];
}

/** True for ", Paris, the Hague and Rome": a comma before the name, or a joint without a clause, suggests a list. */
function looksLikeList(words: readonly Word[], name: number, comma: number, groups: readonly VerbGroup[]): boolean {
  if (words[name - 1]?.text === ',') return true;
  if (joinsName(words.slice(comma + 1))) return true;
  const joint = words.findIndex((word, i) => i > comma && word.text === ',' && words[i + 1]?.pos === 'CCONJ');
  return joint >= 0 && !clauseFollows(words, joint + 2, groups);
}

/** True for "the Isle League and other games": a name with an "and" right behind it is a member, not a description. */
function joinsName(words: readonly Word[]): boolean {
  const stop = words.findIndex(({ pos, text }) => pos === 'ADP' || pos === 'PRON' || /^[,.;]$/u.test(text));
  const phrase = words.slice(0, stop < 0 ? words.length : stop);
  const and = phrase.findIndex(({ pos }) => pos === 'CCONJ');
  return and > 1 && phrase[0]!.lower === 'the' && phrase[and - 1]!.pos === 'PROPN';
}

/** True for "…, and it cost 3 million": a subject and its verb, with nothing between that could open another insert. */
function clauseFollows(words: readonly Word[], from: number, groups: readonly VerbGroup[]): boolean {
  const verb = groups.find((group) => group.finite && group.start >= from);
  if (verb === undefined || verb.start === from) return false;
  const subject = words.slice(from, verb.start);
  return !subject.some((word, i) => word.text === ',' || opensClause(subject, i));
}
