/** "to staff and to contractors", "the battery for two years, and the frame for life": two phrases of the same form. */
import { isMonth, isWeekday } from '#engine/language/calendar.ts';
import { atomWords, partOfAtom, withoutEndMark } from '../grammar/atom-words.ts';
import type { Word } from '../grammar/parse.ts';
import type { Atom } from '../grammar/pieces.ts';
import { isVerb, mainGroup, opensClause, verbGroups } from '../grammar/verb-groups.ts';
import { TOGETHER } from './lists.ts';
import { isScoped } from './scope.ts';

const LONGEST_PHRASE = 25;

/** Splits an atom at the last "and" if the same kind of phrase stands before and after it; else gives the atom itself. */
export function splitParallels(words: readonly Word[], atom: Atom): Atom[] {
  const pieces = withoutEndMark(words, atom.pieces);
  const view = atomWords(words, pieces);
  const main = mainGroup(view, verbGroups(view));
  if (main === null || main.negated || view.some(isScoped) || view.some(({ lower }) => TOGETHER.test(lower)))
    return [atom];
  const and = view.findLastIndex(({ lower, pos }) => lower === 'and' && pos === 'CCONJ');
  const second = view.slice(and + 1);
  if (and <= main.end || second.length < 2 || second.length > LONGEST_PHRASE) return [atom];
  if (second.some((word, i) => word.text === ',' || word.pos === 'CCONJ' || opensClause(second, i))) return [atom];
  const end = view[and - 1]!.text === ',' ? and - 1 : and;
  const start = sameForm(view.slice(0, end), second, main.end);
  if (start === null) return [atom];
  const before = pieces.slice(0, start);
  const parts = [pieces.slice(0, end), [...before, ...pieces.slice(and + 1)]];
  return parts.map((part, i) => partOfAtom(atom, part, i === 1 ? pieces.slice(and + 1) : part));
}

/** Where the first of the two phrases begins, after `from`; null if none has the form of the second. */
function sameForm(view: readonly Word[], second: readonly Word[], from: number): number | null {
  const [opener] = second as [Word, ...Word[]];
  const isPlain = (start: number) => !view.slice(start + 1).some((word) => word.text === ',' || word.pos === 'AUX');
  const found =
    opener.pos === 'ADP'
      ? view.findLastIndex((word, i) => i >= from && word.pos === 'ADP' && word.lower === opener.lower)
      : isVerb(opener)
        ? sameVerbForm(view, opener, from)
        : isOwner(opener)
          ? sameOwner(view, opener, from)
          : samePhrase(view, second, from);
  // "in Leeds, in York and in Hull": with another one before it, it is a list.
  if (view[found - 1]?.text === ',') return null;
  return found >= from && isPlain(found) && !second.some(({ pos }) => pos === 'AUX') ? found : null;
}

/** "for her work in the field of law and her books on crime": what is the same person's behind a verb or preposition. */
function sameOwner(view: readonly Word[], opener: Word, from: number): number {
  const found = view.findLastIndex(
    ({ lower }, i) =>
      i >= from &&
      lower === opener.lower &&
      (i === from || (view[i - 1]!.pos === 'ADP' && view[i - 1]!.lower !== 'of')),
  );
  // "her travels and her love for art": both may be for art.
  return found >= from && view.slice(found).some(({ pos }) => pos === 'ADP') ? found : -1;
}

/** "by training staff and buying tools", "to heat water and cook food". */
function sameVerbForm(view: readonly Word[], opener: Word, from: number): number {
  if (opener.forms?.gerund === true)
    return view.findLastIndex(
      (word, i) => i > from && word.forms?.gerund === true && /^(?:ADP|AUX)$/u.test(view[i - 1]!.pos),
    );
  if (opener.forms?.base !== true || opener.forms.thirdPerson) return -1;
  return view.findLastIndex((word, i) => i > from && word.forms?.base === true && view[i - 1]!.lower === 'to');
}

/** "the New Star Award at one show and the Best Actor Award at another": a noun phrase with the same preposition. */
function samePhrase(view: readonly Word[], second: readonly Word[], from: number): number {
  const at = second.findIndex(({ pos, lower }) => pos === 'ADP' && lower !== 'of');
  if (at < 1 || !second.slice(0, at).every(isInPhrase) || second.some(isVerb)) return -1;
  const isDate = second.slice(at).some(isDateWord);
  const same = view.findLastIndex(
    (word, i) =>
      i > from &&
      word.pos === 'ADP' &&
      word.lower !== 'of' &&
      (word.lower === second[at]!.lower || (isDate && view.slice(i).some(isDateWord))),
  );
  if (same < 0 || view.slice(same).some(isVerb)) return -1;
  let start = same;
  while (start > from && isInPhrase(view[start - 1]!)) start--;
  const isOpened = (word: Word) => word.pos === 'DET' || word.pos === 'PROPN' || word.pos === 'NUM' || isOwner(word);
  // "is possible after a day and full load after two": what stands before the preposition is no noun.
  if (view[same - 1]!.pos === 'ADJ') return -1;
  return start < same && isOpened(view[start]!) === isOpened(second[0]!) ? start : -1;
}

/** "at the end of April … in May": a date may follow another preposition. */
const isDateWord = ({ lower, text }: Word) => isMonth(lower) || isWeekday(lower) || /^(?:1\d{3}|20\d{2})$/u.test(text);
const isOwner = ({ lower }: Word) => /^(?:his|her|its|their)$/u.test(lower);
const isInPhrase = (word: Word) =>
  /^(?:NOUN|PROPN|ADJ|NUM|DET|PART)$/u.test(word.pos) || /^(?:-|of|first|last)$/u.test(word.lower) || isOwner(word);
