/** "A, B and C did X" and "X is a poet, critic and translator": lists whose members each make a statement. */
import { startsWithCapital } from '#engine/language/letters.ts';
import { BE_FORMS, singularForm, thirdPerson } from '#engine/language/verbs.ts';
import { canBePerson } from '../grammar/class-nouns.ts';
import { isPluralNoun } from '../grammar/noun-phrases.ts';
import type { Word } from '../grammar/parse.ts';
import { isPastEvent, reducedParticipleAt } from '../grammar/participles.ts';
import type { Piece } from '../grammar/pieces.ts';
import { isVerb, opensClause, type VerbGroup, verbGroups } from '../grammar/verb-groups.ts';
import { articleFor } from './articles.ts';
import { pick } from './clauses.ts';
import { joinedMembers, type Member } from './members.ts';
import type { Predicate } from './predicates.ts';

/** A single subject, and the verb form it needs instead of the predicate's first word (null: unchanged). */
export interface SingleSubject {
  pieces: Piece[];
  verb: string | null;
}

/** Words that hold for the members together, not for each. */
const COLLECTIVE =
  /^(?:together|each|other|another|both|between|among|same|different|similar|share|shared|shares|joint|jointly|marry|married|divorced|meet|met|agree|agreed|collaborate|collaborated|combine|combined|merge|merged|mix|mixed|compare|compared|total|totaled|either|or|only|twins?|brothers|sisters|siblings|friends|partners|rivals|couple|pair|duo|trio|respectively|separate|divide|divided|split|separated|alike|equal|identical|compete|fought|fight|differ|differs|joined|link|linked|connect|connects|connected|not|n't|never|former|formerly)$/u;

/** The same inside a predicate, where "a twin" or "former" says nothing of the list beside it. */
export const TOGETHER =
  /^(?:together|entire|entirely|whole|wholly|sole|solely|exclusively|everything|each|other|another|both|between|among|same|different|similar|share|shared|shares|joint|jointly|marry|married|divorced|combine|combined|merge|merged|mix|mixed|mixture|compare|compared|comparison|total|totaled|either|or|respectively|separate|divide|divided|split|separated|alike|equal|identical|differ|differs|linked|connect|connects|connected|combination|surrounded|difference|consist|consists|consisted|comprise|comprises|comprised)$/u;

const isCollective = (words: readonly Word[]) =>
  words.some(({ lower }, i) => COLLECTIVE.test(lower) && !(lower === 'mixed' && words[i + 1]?.lower === 'martial'));

/** The single subjects of a list of names; null if the subject isn't a list or its members act together. */
export function splitSubjects(
  words: readonly Word[],
  subject: readonly number[],
  predicate: readonly Piece[],
): SingleSubject[] | null {
  const members = membersOf(words, subject);
  if (members === null || members.length < 2) return null;
  const predicateWords = predicate.filter((piece) => typeof piece === 'number').map((i) => words[i]!);
  if (isCollective(predicateWords) || isCollective(pick(words, subject)) || hasGap(predicateWords)) return null;
  const verb = predicateWords[0];
  if (verb === undefined || !isVerb(verb)) return null;
  const agreesPlural = singularForm(verb.lower) !== null;
  const isSafePair = members.length > 2 || agreesPlural || members.every((member) => member.length > 1);
  if (!isSafePair || !members.every((member) => isNameOrDefinite(pick(words, member)))) return null;
  // "are members of the union" would need its noun in the singular.
  const complement = predicateWords[1];
  if (
    BE_FORMS.has(verb.lower) &&
    complement !== undefined &&
    complement.pos !== 'VERB' &&
    complement.pos !== 'ADP' &&
    complement.pos !== 'ADJ'
  )
    return null;
  if (/^(?:is|was|has|does)$/u.test(verb.lower)) return null;
  return members.map((member) => ({
    pieces: member,
    verb: isPluralNoun(words[member.at(-1)!]!) ? null : singularVerb(verb),
  }));
}

/** True for "…, and the frame for life": a further part without a verb has a subject of its own. */
const hasGap = (predicate: readonly Word[]) =>
  predicate.some(({ text }, i) => {
    const rest = predicate.slice(i + 2);
    const end = rest.findIndex((word) => word.text === ',');
    return (
      text === ',' && predicate[i + 1]?.pos === 'CCONJ' && !rest.slice(0, end < 0 ? rest.length : end).some(isVerb)
    );
  });

function singularVerb(verb: Word): string | null {
  const fixed = singularForm(verb.lower);
  if (fixed !== null) return fixed;
  return verb.pos === 'VERB' && verb.forms?.base === true && !verb.forms.past ? thirdPerson(verb.lower) : null;
}

function isNameOrDefinite(member: readonly Word[]): boolean {
  if (member.every((word) => word.pos === 'PROPN')) return true;
  const [first, ...others] = member;
  return (
    first!.pos === 'DET' &&
    others.length > 0 &&
    others.every((word) => word.pos === 'ADJ' || word.pos === 'NOUN' || word.pos === 'PROPN')
  );
}

/** The members of "A, B, and C" if the words are only a list joined by "and", else null. */
function membersOf(words: readonly Word[], indexes: readonly number[]): number[][] | null {
  const members: number[][] = [[]];
  let joined = false;
  for (const i of indexes) {
    const word = words[i]!;
    if (word.text === ',' || word.lower === 'and') {
      if (joined && members.at(-1)!.length > 0) return null;
      if (word.lower === 'and') joined = true;
      if (members.at(-1)!.length > 0) members.push([]);
      continue;
    }
    if (word.pos === 'PUNCT' && word.text !== '-') return null;
    members.at(-1)!.push(i);
  }
  return joined && members.every((member) => member.length > 0) ? members : null;
}

/** Splits a predicate at its object or complement; returns the predicate itself if it can't be split. */
export function splitComplement(words: readonly Word[], predicate: Predicate, subject: readonly number[]): Predicate[] {
  const indexes = predicate.pieces.filter((piece): piece is number => typeof piece === 'number');
  if (indexes.length !== predicate.pieces.length) return [predicate];
  const view = pick(words, indexes);
  const group = verbGroups(view)[0];
  if (group === undefined || group.start !== 0) return [predicate];
  const described = describedNoun(words, predicate, indexes, group.end, subject);
  if (described !== null) return described.flatMap((part, i) => (i === 0 ? splitList(words, part, group.end) : [part]));
  return splitList(words, predicate, group.end);
}

/** Splits an indefinite noun from its modifier: "is a city located in France", "is a company that makes tyres". */
function describedNoun(
  words: readonly Word[],
  predicate: Predicate,
  indexes: readonly number[],
  verbEnd: number,
  subject: readonly number[],
): Predicate[] | null {
  const view = pick(words, indexes);
  const copula = view[0]!;
  const isCopula = verbEnd === 1 && /^(?:is|was)$/u.test(copula.lower) && /^an?$/u.test(view[1]?.lower ?? '');
  if (
    !isCopula ||
    subject.some((i) => words[i]!.lower === 'there' || words[i]!.lower === 'it' || words[i]!.lower === 'this')
  )
    return null;
  const known = knownFor(view);
  if (known !== null) {
    const own = indexes.slice(known);
    return [part(indexes.slice(0, known - 1)), { pieces: [indexes[0]!, ...own], from: own[0]!, to: own.at(-1)! + 1 }];
  }
  const participle = reducedParticipleAt(view, 1, view.length);
  // "An actor best known for …": an adverb may stand before the participle.
  const at = view.findIndex((word, i) => participle !== null && i >= participle && word.forms?.participle === true);
  if (participle !== null && !hasVerbAfter(view, at + 1)) {
    const verb = isPastEvent(view[at]!) ? 'was' : indexes[0]!;
    return [
      part(indexes.slice(0, participle)),
      { ...part(indexes.slice(participle)), pieces: [verb, ...indexes.slice(participle)] },
    ];
  }
  const pronoun = view.findIndex(
    (word, i) => i > 2 && /^(?:who|that|which)$/u.test(word.lower) && opensClause(view, i),
  );
  const last = view[pronoun - 1];
  const isPerson = last !== undefined && view[pronoun]!.lower === 'who' && canBePerson(last.lower);
  if (pronoun < 0 || !(last!.pos === 'NOUN' || (last!.pos === 'ADJ' && isPerson))) return null;
  const noun = view.slice(1, pronoun);
  const groups = verbGroups(view);
  const next = groups.find((group) => group.start === pronoun + 1);
  const isList = noun.some((word) => word.text === ',' || word.pos === 'CCONJ');
  const isPlain =
    !noun.some(
      (word, i) =>
        word.lower === 'of' || (isVerb(word) && noun[i - 1]?.text !== '-' && i !== 1) || word.lower === 'one',
    ) &&
    (!isList || isPerson || listAt(view.slice(0, pronoun), 1, true) !== null);
  // "a singer who sings and plays": whichever the clause of each verb is, the same person does it.
  if (!isPlain || next === undefined || !next.finite || !(isPerson || isOneClause(view, groups, pronoun + 1)))
    return null;
  const agrees =
    next.first.forms?.thirdPerson === true ||
    next.first.forms?.past === true ||
    /^(?:is|was|has|had|can|could|may|will)$/u.test(next.first.lower);
  return agrees ? [part(indexes.slice(0, pronoun)), part(indexes.slice(pronoun + 1))] : null;

  function part(own: number[]): Predicate {
    return { pieces: own, from: predicate.from, to: own.at(-1)! + 1 };
  }
}

/** Where "best known for …" begins after a comma: "is an actress and singer, best known for …"; null if nowhere. */
function knownFor(view: readonly Word[]): number | null {
  const known = view.findIndex(({ lower }, i) => /^(?:known|remembered)$/u.test(lower) && view[i + 1]?.pos === 'ADP');
  if (known < 0) return null;
  let start = known;
  while (view[start - 1]?.pos === 'ADV' || /^(?:best|most|well)$/u.test(view[start - 1]?.lower ?? '')) start--;
  const before = view.slice(1, start);
  const isPlain = !before.some((word, i) => (isVerb(word) && before[i - 1]?.text !== '-') || opensClause(before, i));
  return view[start - 1]?.text === ',' && isPlain && !hasVerbAfter(view, known + 1) ? start : null;
}

/** True if all that follows belongs to the clause that begins at `from`: it has no other verb, or no joint before one. */
function isOneClause(view: readonly Word[], groups: readonly VerbGroup[], from: number): boolean {
  const rest = view.slice(from);
  const hasInner =
    rest.some((_, i) => opensClause(rest, i)) || groups.some(({ finite, start }) => finite && start > from);
  return !hasInner || !rest.some(({ text, pos }) => text === ',' || pos === 'CCONJ');
}

function hasVerbAfter(view: readonly Word[], from: number): boolean {
  return view
    .slice(from)
    .some(
      (word) =>
        !startsWithCapital(word.text) && (word.pos === 'AUX' || (word.pos === 'VERB' && word.forms?.gerund !== true)),
    );
}

/** Splits a list right after the verb (or its preposition): each member with the words before and after the list. */
function splitList(words: readonly Word[], predicate: Predicate, verbEnd: number): Predicate[] {
  const indexes = predicate.pieces.filter((piece): piece is number => typeof piece === 'number');
  const inserted = predicate.pieces.length - indexes.length;
  if (inserted > 0) return [predicate];
  const view = pick(words, indexes);
  if (isCollective(view)) return [predicate];
  const isCopula = BE_FORMS.has(view[0]!.lower) && verbEnd === 1;
  const list = listAt(view, verbEnd, isCopula);
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

/** The list that begins at `from`, or after one preposition there; null unless its members are certain. */
function listAt(view: readonly Word[], from: number, isCopula: boolean): { members: Member[]; end: number } | null {
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
