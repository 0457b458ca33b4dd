/** "won several awards, including a Grammy and an Emmy": that there were several, and each that is named. */
import { isPlace } from '../description/country-names.ts';
import { atomWords, partOfAtom, withoutEndMark } from '../grammar/atom-words.ts';
import type { Word } from '../grammar/parse.ts';
import type { Atom } from '../grammar/pieces.ts';
import { mainGroup, verbGroups } from '../grammar/verb-groups.ts';
import { joinedMembers, type Member } from './members.ts';
import { kindsOf } from './named-class.ts';
import { isTold, type NamedClass, nameEnd, pluralClassOf, releaseOf } from './named-kind.ts';
import { isScoped } from './scope.ts';
import { joinedNames } from './title-lists.ts';

const LONGEST_EXAMPLES = 40;

/** Splits the examples at the end of an atom from what they are examples of; the atom itself if there are none. */
export function splitExamples(words: readonly Word[], atom: Atom): Atom[] {
  const pieces = withoutEndMark(words, atom.pieces);
  const view = atomWords(words, pieces);
  const main = mainGroup(view, verbGroups(view));
  if (main === null || main.negated || view.some(isScoped)) return [atom];
  const opener = openerAt(view, main.end);
  if (opener === null) return [atom];
  const { at, width } = opener;
  if (view.slice(main.end, at).some((_, i, rest) => excepts(rest, i))) return [atom];
  const end = view[at - 1]!.text === ',' ? at - 1 : at;
  const start = classStart(view, main.end, end);
  const second = start === null ? null : secondClass(view, start, at + width);
  if (second !== null)
    return second
      .map((part) =>
        partOfAtom(
          atom,
          part.map((i) => pieces[i]!),
          part.filter((i) => i >= start! || part === second[0]).map((i) => pieces[i]!),
        ),
      )
      .flatMap((part) => splitExamples(words, part));
  // "several offices, including as chair of the board"
  const opens = at + width + (view[at + width]?.lower === 'as' ? 1 : 0);
  const examples = view.slice(opens);
  const hasClause = examples.some((word) => word.pos === 'AUX' || /^(?:which|who|that)$/u.test(word.lower));
  const names = namesIn(view, opens);
  if (start === null || examples.length === 0) return [atom];
  if (names === null && (examples.length > LONGEST_EXAMPLES || hasClause)) return [atom];
  if (examples[0]!.forms?.gerund === true) return [atom];
  const general = partOfAtom(atom, pieces.slice(0, end));
  const isPost = POST.test(view[classEnd(view, start, end)]!.lower);
  // "held several positions, including Director of Works", "served in several positions, including …"
  const post = !isPost ? [] : view[start - 1]!.lower === 'in' ? ['as'] : ['the position of'];
  const before = pieces.slice(0, post[0] === 'as' ? start - 1 : start);
  // "clear debris from the tracks, such as branches": what is known has no such examples.
  if (view[at]!.lower === 'such' && view[at - 1]!.text === ',' && view[start]!.lower === 'the') return [atom];
  if (names !== null && areSubjects(view, main.start, { start, end, names })) return [atom];
  if (names === null) return [general, partOfAtom(atom, [...before, ...post, ...pieces.slice(opens)])];
  const kind = isTold(view, main, end) ? null : kindOfAll(view, end - 1);
  const each = names.map((member, order) => {
    const name = pieces.slice(member.from, member.to);
    const { from, to } = (kind === null ? null : releaseOf(view, kind, member)?.name) ?? member;
    return partOfAtom(atom, [...before, ...post, ...pieces.slice(from, to)], order === 0 ? [...before, ...name] : name);
  });
  return [general, ...each, ...(kind === null ? [] : kindsOf(view, { ...atom, pieces }, { kind, names, main }))];
}

const PLACES = /^(?:countries|nations|states|cities|towns|places|regions|islands|provinces|counties)$/u;

/** "Some countries have reserves, such as Peru": countries are meant, not reserves. */
function areSubjects(
  view: readonly Word[],
  verb: number,
  { start, end, names }: { start: number; end: number; names: readonly Member[] },
): boolean {
  const isOfPlaces = (words: readonly Word[]) => words.some(({ lower }) => PLACES.test(lower));
  const arePlaces = names.every(({ from, to }) =>
    isPlace(
      view
        .slice(from, to)
        .map(({ text }) => text)
        .join(' '),
    ),
  );
  return arePlaces && isOfPlaces(view.slice(0, verb)) && !isOfPlaces(view.slice(start, end));
}

const POST = /^(?:positions|posts|roles|offices)$/u;

/** The plural of the class that begins at `start`. */
const classEnd = (view: readonly Word[], start: number, end: number) =>
  Math.max(
    start,
    view.findIndex((word, i) => i >= start && i < end && word.pos === 'NOUN' && isPlural(word)),
  );

/** "anything apart from trifles such as strings": what is excepted isn't true of each example. */
const excepts = (words: readonly Word[], at: number) =>
  /^(?:except|excepting|excluding|besides|unlike|despite)$/u.test(words[at]!.lower) ||
  /^(?:apart from|other than|rather than|instead of|aside from)$/u.test(
    `${words[at]!.lower} ${words[at + 1]?.lower ?? ''}`,
  );

/** The examples from `from` on, if they are names up to the end; else null. */
function namesIn(view: readonly Word[], from: number): Member[] | null {
  const single = nameEnd(view, from);
  if (single > from && single === view.length) return [{ from, to: single }];
  const list = joinedNames(view, from);
  if (list === null || list.end < view.length) return null;
  // "firms such as Johnson and Johnson"
  const texts = list.members.map(({ from: start, to }) => textOf(view.slice(start, to)));
  return new Set(texts).size === texts.length ? list.members : null;
}

const textOf = (words: readonly Word[]) => words.map(({ lower }) => lower).join(' ');

/** The class of "films such as The Paper Tree"; null for "films and shows such as", where either may be meant. */
function kindOfAll(view: readonly Word[], noun: number): NamedClass | null {
  const kind = pluralClassOf(view, noun);
  return kind !== null && view[kind.from - 1]?.pos !== 'CCONJ' ? kind : null;
}

/**
 * "films such as A and B, and television shows such as C": the positions of the words with the first class, and of those
 * with the second; null where there is but one.
 */
function secondClass(view: readonly Word[], start: number, examples: number): [number[], number[]] | null {
  const opener = openerAt(view, examples);
  const from = opener === null ? null : classStart(view, examples, opener.at);
  if (from === null) return null;
  const repeats = view[from - 1]!.pos === 'ADP' && view[start - 1]!.pos === 'ADP';
  const joint = repeats ? from - 2 : from - 1;
  if (view[joint]?.lower !== 'and') return null;
  const end = view[joint - 1]!.text === ',' ? joint - 1 : joint;
  const positions = view.map((_, i) => i);
  return [positions.slice(0, end), [...positions.slice(0, repeats ? start - 1 : start), ...positions.slice(joint + 1)]];
}

function openerAt(view: readonly Word[], from: number): { at: number; width: number } | null {
  for (let at = from + 1; at + 1 < view.length; at++) {
    if (view[at]!.lower === 'such' && view[at + 1]!.lower === 'as') return { at, width: 2 };
    if (view[at]!.lower === 'most' && view[at + 1]!.lower === 'notably' && view[at - 1]!.text === ',')
      return { at, width: 2 };
    if (view[at]!.lower === 'including' || namesAll(view, at) || likensNames(view, at)) return { at, width: 1 };
  }
  return null;
}

/** "films like “Old Marrow” and The Paper Tree". */
const likensNames = (view: readonly Word[], at: number) =>
  view[at]!.lower === 'like' && pluralClassOf(view, at - 1) !== null && nameEnd(view, at + 1) > at + 1;

/** "two albums, This Time (1997) and This Time Around (2000)": the comma before the names of what is counted. */
function namesAll(view: readonly Word[], comma: number): boolean {
  const kind = view[comma]!.text === ',' ? pluralClassOf(view, comma - 1) : null;
  const start = kind === null ? 0 : view.findLastIndex(({ pos }, i) => i < kind.from && pos !== 'ADJ');
  const count = kind === null ? -1 : COUNTS.indexOf(view[start]?.lower ?? '');
  const list = count < 2 ? null : joinedMembers(view, comma + 1, nameEnd);
  return list !== null && list.end === view.length && list.members.length === count;
}

const COUNTS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

const QUANTIFIER =
  /^(?:several|many|numerous|various|multiple|some|other|different|countless|over|more|two|three|four|five|six|seven|eight|nine|ten|\d+)$/u;

/** First word of the plural that the examples stand for; null if the last one before `end` isn't certain. */
function classStart(view: readonly Word[], from: number, end: number): number | null {
  const plural = lastPlural(view, from, end);
  if (plural === null) return null;
  let start = plural;
  while (start > from && isInPhrase(view[start - 1]!)) start--;
  // "several books about his experiences, including A": what is somebody's has no further names.
  if (isOwner(view[start - 1])) {
    start--;
    const isCounted = QUANTIFIER.test(view[start - 3]?.lower ?? '') && isPlural(view[start - 2]!);
    if (view[start - 1]!.pos === 'ADP' && isCounted) return start - 3;
  }
  // "more than 50 films", "over 50 films"
  if (view[start]!.pos === 'NUM' && view[start - 1]?.lower === 'than') start -= 2;
  if (view[start]!.pos === 'NUM' && /^(?:over|about|around|nearly|almost)$/u.test(view[start - 1]?.lower ?? ''))
    start--;
  // "other films and television shows including A"
  if (view[start - 1]?.lower === 'and' && isPlural(view[start - 2]!)) {
    start -= 2;
    while (start > from && isInPhrase(view[start - 1]!)) start--;
    if (view[start - 1]!.text === ',') return null;
  }
  // "a number of races", "a wide range of topics"
  if (view[start - 1]?.lower === 'of' && AMOUNT.test(view[start - 2]?.lower ?? '')) {
    start -= 2;
    while (start > from && /^(?:ADJ|DET)$/u.test(view[start - 1]!.pos)) start--;
  }
  // "all employees of both companies, including interns": of the two plurals, either may be meant.
  const isCounted = QUANTIFIER.test(view[start]!.lower);
  if (!isCounted && view[start - 1]?.lower === 'of' && view[start - 2]?.pos === 'NOUN' && isPlural(view[start - 2]!))
    return null;
  // "some of the best films"
  if (
    view[start - 1]?.lower === 'of' &&
    /^(?:most|all|many|some|several|two|three)$/u.test(view[start - 2]?.lower ?? '')
  )
    start -= 2;
  return start;
}

const isInPhrase = ({ pos, lower }: Word) =>
  /^(?:NOUN|PROPN|ADJ|NUM|DET)$/u.test(pos) || /^(?:most|more|'s|’s)$/u.test(lower);

const AMOUNT =
  /^(?:number|variety|range|series|host|array|couple|handful|set|string|group|selection|collection|multitude|wealth|lot)$/u;

const isOwner = (word: Word | undefined) => /^(?:his|her|its|their)$/u.test(word?.lower ?? '');

const isPlural = ({ lower }: Word) => /^\D*[^su\d]s$/u.test(lower);

/** The plural right before `end`, or before one "in …" or "for …" that ends there. */
function lastPlural(view: readonly Word[], from: number, end: number): number | null {
  for (let at = end - 1; at >= from && end - at < 10; at--) {
    const word = view[at]!;
    if (word.pos === 'NOUN' && isPlural(word) && (at === end - 1 || view[at + 1]!.pos === 'ADP')) return at;
    const isOwnDeed = word.forms?.gerund === true && isOwner(view[at - 1]);
    if (word.text === ',' || word.pos === 'CCONJ' || (word.pos === 'VERB' && !isOwnDeed) || word.pos === 'AUX')
      return null;
  }
  return null;
}
