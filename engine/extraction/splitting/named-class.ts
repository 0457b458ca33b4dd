/** "directed the film The Christmas Tree": that she directed it, and that it is a film. */
import { isPlace } from '../description/country-names.ts';
import { atomWords, partOfAtom, withoutEndMark } from '../grammar/atom-words.ts';
import { isPersonNoun } from '../grammar/class-nouns.ts';
import type { Word } from '../grammar/parse.ts';
import type { Atom } from '../grammar/pieces.ts';
import { mainGroup, verbGroups } from '../grammar/verb-groups.ts';
import { isClearEnd } from './complement-lists.ts';
import { classOf, isTold, kindStatement, type NamedClass, nameEnd, pluralClassOf, releaseOf } from './named-kind.ts';
import { DEMONYM } from './nationality.ts';
import { joinedNames } from './title-lists.ts';

/** Splits off what a named thing is; the atom itself where no name follows its class. */
export function splitNamedClass(words: readonly Word[], atom: Atom): Atom[] {
  const view = atomWords(words, atom.pieces);
  const main = mainGroup(view, verbGroups(view));
  if (main === null || main.negated) return [atom];
  for (let noun = main.end + 1; noun + 1 < view.length; noun++) {
    const kind = classOf(view, noun);
    const name = kind === null ? null : nameAfter(view, noun + 1);
    const start = kind === null ? null : startOf(view, kind);
    if (kind === null || name === null || start === null || isTold(view, main, noun)) continue;
    const { pieces } = atom;
    const isLast = view.slice(name.to).every(({ pos }) => pos === 'PUNCT');
    const from = pieces[start];
    if (typeof from !== 'number') return [atom];
    const own = pieces.slice(start, name.to);
    const statement = kindStatement(view, pieces, { kind, name, main });
    const described = partOfAtom({ ...atom, from }, statement, own);
    const rest = { ...atom, pieces: [...pieces.slice(0, start), ...pieces.slice(name.from)] };
    return isLast ? [{ ...rest, to: atom.to }, described] : [rest, described];
  }
  return [atom];
}

/** Where "the film" begins, and without an article "married to sculptor Tom Reed"; null for "a film", "his film". */
function startOf(view: readonly Word[], { from, noun }: NamedClass): number | null {
  const before = view[from - 1];
  if (before?.lower === 'the') return from - 1;
  if (before?.pos === 'ADP' && isPersonNoun(noun)) return from;
  // "joined Turkish club Karsund"
  const isNational = DEMONYM.test(view[from]!.text) && view[from + 1]!.pos === 'NOUN';
  return isNational && (before?.pos === 'ADP' || before?.pos === 'VERB') ? from : null;
}

/** "appeared in the films The Paper Tree and Old Marrow": in each of them, and each is a film. */
export function splitNamedClasses(words: readonly Word[], atom: Atom): Atom[] {
  const pieces = withoutEndMark(words, atom.pieces);
  const view = atomWords(words, pieces);
  const main = mainGroup(view, verbGroups(view));
  if (main === null || main.negated) return [atom];
  for (let noun = main.end; noun + 1 < view.length; noun++) {
    const kind = pluralClassOf(view, noun);
    const list = kind === null ? null : joinedNames(view, noun + 1);
    if (kind === null || list === null || !isClearEnd(view, list.end) || isTold(view, main, noun)) continue;
    const start = definiteStart(view, kind.from) ?? kind.from;
    if (typeof pieces[start] !== 'number') return [atom];
    const after = pieces.slice(list.end);
    const statements = list.members.map((member, order) => {
      const isLast = order === list.members.length - 1;
      const ahead = order === 0 ? pieces.slice(0, member.from) : [];
      const behind = isLast || after.length > 0 ? pieces.slice(list.end - 1) : [];
      const name = pieces.slice(member.from, member.to);
      const { from, to } = releaseOf(view, kind, member)?.name ?? member;
      const said = [...pieces.slice(0, start), ...pieces.slice(from, to), ...after];
      return partOfAtom(atom, said, [...ahead, ...name, ...behind]);
    });
    return [...statements, ...kindsOf(view, { ...atom, pieces }, { kind, names: list.members, main })];
  }
  return [atom];
}

/** Where "the popular dramas", "the Marvel films" begins; null without an article. */
function definiteStart(view: readonly Word[], noun: number): number | null {
  let start = noun;
  while (/^(?:ADJ|PROPN)$/u.test(view[start - 1]?.pos ?? '')) start--;
  return view[start - 1]?.lower === 'the' ? start - 1 : null;
}

/** "Peru is a country" says nothing. */
const isPlainCountry = (view: readonly Word[], { noun, from, to }: NamedClass, name: { from: number; to: number }) =>
  /^(?:country|nation|state)$/u.test(noun) &&
  to - from === 1 &&
  isPlace(
    view
      .slice(name.from, name.to)
      .map(({ text }) => text)
      .join(' '),
  );

/** That each of the names is of the class, and that a work was released in the year in brackets behind its name. */
export function kindsOf(
  view: readonly Word[],
  atom: Atom,
  { kind, names, main }: { kind: NamedClass; names: readonly { from: number; to: number }[]; main: MainGroup },
): Atom[] {
  const { pieces } = atom;
  return names.flatMap((name, order) => {
    if (isPlainCountry(view, kind, name)) return [];
    const release = releaseOf(view, kind, name);
    const statement = kindStatement(view, pieces, { kind, name: release?.name ?? name, main });
    const own = pieces.slice(name.from, name.to);
    const named = partOfAtom(atom, statement, pieces.slice(order === 0 ? kind.from : name.from, name.to));
    if (release === null) return [named];
    const { from, to } = release.name;
    return [named, partOfAtom(atom, [...pieces.slice(from, to), release.event, pieces[release.year]!], own)];
  });
}

type MainGroup = NonNullable<ReturnType<typeof mainGroup>>;

/** The name at `from`, perhaps after a comma or in quotation marks, with nothing behind it that belongs to it. */
function nameAfter(view: readonly Word[], from: number): { from: number; to: number } | null {
  const start = view[from]!.text === ',' ? from + 1 : from;
  const to = nameEnd(view, start);
  const next = view[to];
  // "the drama series, Knots Landing" ends there; with more behind it, a comma may begin a list.
  const mayFollow = start === from ? /^(?:ADP|PUNCT|AUX|VERB)$/u : /^PUNCT$/u;
  const isAlone = next === undefined || mayFollow.test(next.pos);
  const isList = next?.text === ',' && start !== from;
  return to > start && isAlone && !isList && next?.lower !== 'of' ? { from: start, to } : null;
}
