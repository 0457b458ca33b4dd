/** "is a singer from Hull": what she is, and where she is from; either can be wrong alone. */
import { atomWords, partOfAtom, withoutEndMark } from '../grammar/atom-words.ts';
import { isPersonNoun } from '../grammar/class-nouns.ts';
import type { Word } from '../grammar/parse.ts';
import type { Atom } from '../grammar/pieces.ts';
import { mainGroup, verbGroups } from '../grammar/verb-groups.ts';

/** Splits where a person is from off what the person is; the atom itself if it says nothing of the kind. */
export function splitOrigin(words: readonly Word[], atom: Atom): Atom[] {
  const pieces = withoutEndMark(words, atom.pieces);
  const view = atomWords(words, pieces);
  const main = mainGroup(view, verbGroups(view));
  if (
    main === null ||
    main.negated ||
    !/^(?:is|was)$/u.test(main.head.lower) ||
    !/^an?$/u.test(view[main.end]?.lower ?? '')
  )
    return [atom];
  const from = view.findIndex(({ lower }, i) => i > main.end && lower === 'from');
  const place = view.slice(from + 1);
  const role = view.slice(main.end + 1, from);
  const isRole =
    role.every(({ pos, text, forms }) => /^(?:NOUN|ADJ|PROPN)$/u.test(pos) || text === '-' || forms?.gerund === true) &&
    isPersonNoun(role.at(-1)?.lower ?? '');
  const isPlace =
    (place[0]?.pos === 'PROPN' && place.every(({ pos, text }) => pos === 'PROPN' || text === ',')) ||
    (place[0]?.lower === 'the' && place.slice(1).every(({ pos }) => pos === 'PROPN'));
  if (from < 0 || place.length === 0 || !isRole || !isPlace) return [atom];
  const own = pieces.slice(from);
  return [
    partOfAtom(atom, pieces.slice(0, from)),
    partOfAtom(atom, [...pieces.slice(0, main.end), ...own], [...own, ...atom.pieces.slice(pieces.length)]),
  ];
}
