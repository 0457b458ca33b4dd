/** "After leaving Leeds, she taught in Hull", "He ran a shop before becoming mayor in 1990": what was done first or next. */
import { pastTense } from '#engine/language/verbs.ts';
import { atomWords, partOfAtom, withoutEndMark } from '../grammar/atom-words.ts';
import type { Word } from '../grammar/parse.ts';
import { isPast } from '../grammar/participles.ts';
import type { Atom } from '../grammar/pieces.ts';
import { mainGroup, opensClause, type VerbGroup, verbGroups } from '../grammar/verb-groups.ts';
import { isScoped } from './scope.ts';

/** The statement, which says what came first, and that the other thing was done; the atom itself if nothing was certainly. */
export function splitSequence(words: readonly Word[], atom: Atom): Atom[] {
  const pieces = withoutEndMark(words, atom.pieces);
  const view = atomWords(words, pieces);
  const main = mainGroup(view, verbGroups(view));
  if (main === null || main.negated || !isPast(main) || main.first.lower === 'did' || view.some(isScoped))
    return [atom];
  const deed = leadingDeed(view, main) ?? laterDeed(view, main);
  if (deed === null) return [atom];
  const { from, to, subject } = deed;
  const own = pieces.slice(from, to);
  const done = [...pieces.slice(subject, main.start), pastTense(view[from]!.lemma), ...own.slice(1)];
  return [atom, partOfAtom(atom, done, own)];
}

/** Positions of a gerund and the words that belong to it, and of the subject. */
interface Deed {
  from: number;
  to: number;
  subject: number;
}

/** "After leaving Leeds, she …". */
function leadingDeed(view: readonly Word[], main: VerbGroup): Deed | null {
  if (!/^(?:after|before)$/u.test(view[0]!.lower) || !isDeed(view, 1)) return null;
  const comma = view.findIndex(({ text }) => text === ',');
  const isSubject = comma > 2 && comma < main.start && isName(view.slice(comma + 1, main.start));
  return isSubject && isPlain(view.slice(2, comma)) ? { from: 1, to: comma, subject: comma + 1 } : null;
}

/** "… before becoming mayor in 1990", at the end. */
function laterDeed(view: readonly Word[], main: VerbGroup): Deed | null {
  const at = view.findIndex(
    ({ lower }, i) => i >= main.end && /^(?:after|before)$/u.test(lower) && isDeed(view, i + 1),
  );
  const lead = view.findLastIndex(({ text }, i) => i < main.start && text === ',') + 1;
  if (
    at < 0 ||
    !isName(view.slice(lead, main.start)) ||
    !isPlain(view.slice(main.end, at).filter(({ text }) => text !== ','))
  )
    return null;
  return isPlain(view.slice(at + 2)) ? { from: at + 1, to: view.length, subject: lead } : null;
}

/** What somebody did, not what was done to them: "being", "having". */
const isDeed = (view: readonly Word[], at: number) =>
  view[at]?.forms?.gerund === true &&
  !/^(?:being|having|going|doing)$/u.test(view[at]!.lower) &&
  view[at + 1] !== undefined;

/** "she", "Ada Stone", "the firm". */
const isName = (subject: readonly Word[]) =>
  subject.length > 0 &&
  subject.length < 5 &&
  subject.every(
    ({ pos, lower }) =>
      /^(?:PROPN|NOUN|ADJ)$/u.test(pos) || /^(?:he|she|they|it|the|his|her|their|its|i|we)$/u.test(lower),
  );

const isPlain = (part: readonly Word[]) =>
  !part.some((word, i) => /^[,;:(]$/u.test(word.text) || opensClause(part, i)) &&
  !verbGroups(part).some(({ finite }) => finite);
