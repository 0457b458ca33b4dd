/** "born in Portland, Maine", "studied at the Academy of Music in Vienna": where a thing is done, and where that place is. */
import { placeRelation } from '#engine/language/places.ts';
import { isPlace } from '../description/country-names.ts';
import { atomWords, partOfAtom, withoutEndMark } from '../grammar/atom-words.ts';
import { INNER_COMMA } from '../grammar/joined-words.ts';
import { spaced } from '../grammar/noun-phrases.ts';
import type { Word } from '../grammar/parse.ts';
import type { Atom } from '../grammar/pieces.ts';
import { mainGroup, verbGroups } from '../grammar/verb-groups.ts';
import { isTold } from './named-kind.ts';

/** Where a place or institution and what it lies in begin and end, in the words of an atom. */
interface Located {
  from: number;
  /** After its last word. */
  to: number;
  whole: { from: number; to: number };
}

/** The atom, and for each place that it says the location of that it is there. */
export function splitPlaces(words: readonly Word[], atom: Atom): Atom[] {
  const pieces = withoutEndMark(words, atom.pieces);
  const view = atomWords(words, pieces);
  const main = mainGroup(view, verbGroups(view));
  if (main === null) return [atom];
  const located = view
    .map((_, at) => (at > 0 ? (townAt(view, at) ?? institutionAt(view, at)) : null))
    .filter((found) => found !== null)
    .filter(({ from, whole }) => !isTold(view, main, from) && isLiteral(pieces.slice(from, whole.to)));
  const statements = located.map(({ from, to, whole }) =>
    partOfAtom(
      atom,
      [...pieces.slice(from, to), 'is in', ...pieces.slice(whole.from, whole.to)],
      pieces.slice(from, whole.to),
    ),
  );
  return [atom, ...statements];
}

/** True for words of the text that follow each other. */
const isLiteral = (pieces: Atom['pieces']) =>
  pieces.every((piece, i) => typeof piece === 'number' && piece === (pieces[0] as number) + i);

/** "in Portland, Maine": the comma has been joined to them. In "in Georgia, Ohio and Utah" it is the next of a list. */
function townAt(view: readonly Word[], from: number): Located | null {
  if (!/^(?:in|at|from|near|to|of)$/u.test(view[from - 1]!.lower)) return null;
  const end = properEnd(view, from);
  const comma = view.findIndex(({ text, pos }, i) => i > from && i < end && text === INNER_COMMA && pos === 'PROPN');
  if (comma < 0 || !isPlace(spaced(view.slice(comma + 1, end))) || isListed(view, end)) return null;
  return { from, to: comma, whole: { from: comma + 1, to: end } };
}

/** True if what stands at `at` may go on with a list of places. */
function isListed(view: readonly Word[], at: number): boolean {
  const next = view[at]?.text === ',' ? view[at + 1] : view[at];
  const isJoint = next?.pos === 'CCONJ' || next?.lower === 'or';
  return next !== undefined && (next.pos === 'PROPN' || (isJoint && view[view.indexOf(next) + 1]?.pos === 'PROPN'));
}

/** "at the University of Oslo in Norway": an institution is where it is, whatever is done there. */
function institutionAt(view: readonly Word[], from: number): Located | null {
  const before = view[from - 1]!.lower === 'the' ? view[from - 2] : view[from - 1];
  if (!/^(?:at|from|of)$/u.test(before?.lower ?? '') || view[from]!.lower === 'the') return null;
  const to = institutionEnd(view, from);
  if (to === from || view[to]?.lower !== 'in') return null;
  const whole = { from: to + 1, to: properEnd(view, to + 1) };
  const place = spaced(view.slice(whole.from, whole.to));
  const isKnown = isPlace(place) || placeRelation(place, place) !== null;
  return isKnown && !isListed(view, whole.to) ? { from, to, whole } : null;
}

const INSTITUTION =
  /^(?:university|college|school|academy|institute|museum|hospital|conservatory|conservatoire|theatre|theater|cathedral|library|gallery|church|abbey|palace|castle|stadium|observatory)$/u;

/** Index after the name of an institution at `from`: "École de Paris" isn't known as one, "Museum of Modern Art" is. */
function institutionEnd(view: readonly Word[], from: number): number {
  let end = properEnd(view, from);
  const isNamed = view.slice(from, end).some(({ lower }) => INSTITUTION.test(lower));
  if (!isNamed) return from;
  while (/^(?:of|for)$/u.test(view[end]?.lower ?? '') && properEnd(view, end + 1) > end + 1)
    end = properEnd(view, end + 1);
  return end;
}

/** Index after the proper nouns at `from`; `from` if there are none. */
function properEnd(view: readonly Word[], from: number): number {
  let end = from;
  while (view[end]?.pos === 'PROPN') end++;
  return end;
}
