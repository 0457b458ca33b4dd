/** Cuts a list that stands under one verb and that nothing spans: "She was a poet, critic and editor". */
import { canBePerson } from '#engine/text/class-nouns.ts';
import { isNegation, mainGroup, verbGroups } from '../grammar/verb-groups.ts';
import type { Word } from '../grammar/word.ts';
import { type Atom, range } from './atom.ts';
import { isDownward, isPaired, isTimeWord } from './scope.ts';

/** A statement for each member, or the atom itself. */
export function membersOf(words: readonly Word[], atom: Atom): Atom[] {
  const said = atom.indexes.map((i) => words[i]!);
  const main = mainGroup(said, verbGroups(said));
  if (main === null || main.start === 0 || main.negated || COLLECTIVE.test(main.head.lemma)) return [atom];
  if (said.some((word) => spans(word)) || isPaired(said) || isDownward(said)) return [atom];
  const end = said.at(-1)!.pos === 'PUNCT' ? said.length - 1 : said.length;
  const members = listIn(said, main.end, end);
  if (members === null) return [atom];
  const isRole =
    /^(?:is|are|was|were|become|became)$/u.test(main.head.lower) && members.every(({ to }) => isRoleAt(said, to));
  if (members.length < 3 && !isRole) return [atom];
  const [first] = members;
  const determiner = said[first!.from]!.pos === 'DET' ? first!.from : -1;
  const others = members.slice(1).filter(({ from }) => said[from]!.pos === 'DET').length;
  if (others > 0 && (determiner < 0 || others < members.length - 1)) return [atom];
  // "the British, Commonwealth and world champion": all may be said of the last noun.
  const last = members.at(-1)!;
  if (others === 0 && determiner >= 0 && last.to - last.from > 1) return [atom];
  return members.map(({ from, to }, i): Atom => {
    const shared = i > 0 && determiner >= 0 && said[from]!.pos !== 'DET' ? [atom.indexes[determiner]!] : [];
    const own = { from: atom.indexes[i === 0 ? 0 : from]!, to: atom.indexes[to - 1]! + 1 };
    const lead = atom.indexes.slice(0, main.end);
    const between = atom.indexes.slice(main.end, first!.from);
    return {
      indexes: [...lead, ...between, ...shared, ...atom.indexes.slice(from, to)],
      ...own,
      from: i === 0 ? atom.from : own.from,
      notes: atom.notes,
    };
  });
}

/** Verbs whose objects are one thing together. */
const COLLECTIVE =
  /^(?:combine|mix|merge|compare|divide|split|share|connect|join|link|unite|consist|comprise|total|add|balance|separate|distinguish|choose|range|vary|alternate|form|make)$/u;

/** A total, a time, or a word that takes the members together. */
const spans = (word: Word) =>
  word.pos === 'NUM' ||
  isTimeWord(word) ||
  isNegation(word) ||
  /^(?:both|together|between|among|respectively|jointly|either|or|all|each|other|only|total|combined|various|several|many|same|alike|including|such|like|half|more|most|than|with|without)$/u.test(
    word.lower,
  );

interface Member {
  from: number;
  to: number;
}

/** The members behind the verb, up to `end`; null unless nothing else stands there. */
function listIn(said: readonly Word[], verbEnd: number, end: number): Member[] | null {
  const start = said[verbEnd]?.pos === 'ADP' ? verbEnd + 1 : verbEnd;
  const and = range(start, end).filter((i) => said[i]!.lower === 'and');
  if (and.length !== 1) return null;
  const members: Member[] = [];
  let from = start;
  for (const at of [...range(start, end), end]) {
    const isBreak = at === end || said[at]!.text === ',' || said[at]!.lower === 'and';
    if (!isBreak) continue;
    if (at > from) members.push({ from, to: at });
    from = at + 1;
  }
  const last = members.at(-1);
  return last !== undefined &&
    members.length > 1 &&
    said[last.from - 1]!.lower === 'and' &&
    members.every((member) => isPlain(said, member))
    ? members
    : null;
}

/** One noun phrase without anything behind its noun that may belong to the other members too. */
function isPlain(said: readonly Word[], { from, to }: Member): boolean {
  const words = said.slice(from, to);
  const last = words.at(-1)!;
  const isName = last.pos === 'PROPN';
  // "the films Marrow and Fen": what they are called is said once.
  if (isName && words.some(({ pos }) => pos === 'NOUN')) return false;
  return (
    (last.pos === 'NOUN' || isName) &&
    words.every(
      ({ pos, text }, i) => /^(?:ADJ|NOUN|PROPN|PART)$/u.test(pos) || text === '-' || (i === 0 && pos === 'DET'),
    )
  );
}

const isRoleAt = (said: readonly Word[], to: number) => {
  const last = said[to - 1]!;
  return last.pos === 'NOUN' && canBePerson(last.lower);
};
