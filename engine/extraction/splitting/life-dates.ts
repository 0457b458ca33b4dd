/** Makes statements of the dates in brackets behind a person's name: "(born 7 November 1867)", "(1950–2010)". */
import { isMonth } from '#engine/language/calendar.ts';
import { canBePerson } from '../grammar/class-nouns.ts';
import { type Insert, mainVerbBefore } from '../grammar/insert-bounds.ts';
import { properNounsBefore } from '../grammar/noun-phrases.ts';
import type { Word } from '../grammar/parse.ts';
import { type Atom, type Piece, range } from '../grammar/pieces.ts';
import type { VerbGroup } from '../grammar/verb-groups.ts';

const LONGEST_BRACKETS = 16;

/** Life dates after a name that opens its clause: "(born Ada Reed on 5 May 1950)", "(January 9, 1913 – April 22, 1994)". */
export function lifeDates(
  words: readonly Word[],
  open: number,
  end: number,
  groups: readonly VerbGroup[],
): Insert | null {
  const close = words.findIndex((word, i) => i > open && word.text === ')');
  if (close < 0 || close >= end || close - open > LONGEST_BRACKETS) return null;
  const name = nameStart(words, open);
  if (name === open || mainVerbBefore(groups, open) !== undefined) return null;
  const atoms =
    birth(words, { name, open, close }) ??
    (isPersonName(words, name) ? fullDates(words, { name, open, close }) : null) ??
    (isDescribedAsPerson(words, close + 1, groups) ? years(words, { name, open, close }) : null);
  return atoms === null ? null : { atoms, from: open, to: close + 1 };
}

const PARTICLE = /^(?:de|del|della|di|da|dos|van|von|der|den|la|el|al|bin|ibn|ten|ter|y)$/u;

/** First word of the name before `at`, over the particles of "Corrada del Río". */
function nameStart(words: readonly Word[], at: number): number {
  let start = properNounsBefore(words, at);
  while (start < at && PARTICLE.test(words[start - 1]?.lower ?? '')) start = properNounsBefore(words, start - 1);
  return start;
}

interface Brackets {
  name: number;
  open: number;
  close: number;
}

/** "(born 1867)", "(born 5 May 1950)", "(born Ada Reed on 5 May 1950)". */
function birth(words: readonly Word[], { name, open, close }: Brackets): Atom[] | null {
  const born = words.findIndex(({ lower }, i) => i > open && i < close && lower === 'born');
  if (born < 0 || words[close - 1]!.pos !== 'NUM') return null;
  const first = words[born + 1]!;
  const isYear = first.pos === 'NUM' && born + 2 === close;
  const isNamed = first.pos === 'PROPN' && !isMonth(first.lower);
  const preposition = isYear ? ['in'] : first.pos === 'ADP' || isNamed ? [] : ['on'];
  const pieces = [...range(name, open), 'was born', ...preposition, ...range(born + 1, close)];
  return [{ pieces, from: name, to: close, unresolved: [] }];
}

/** "(January 9, 1913 – April 22, 1994)". */
function fullDates(words: readonly Word[], brackets: Brackets): Atom[] | null {
  const { open, close } = brackets;
  const dash = words.findIndex(({ text }, i) => i > open && i < close && DASH.test(text));
  if (dash < 0) return null;
  const hasMonth = (from: number, to: number) => words.slice(from, to).some(({ lower }) => isMonth(lower));
  if (!hasMonth(open + 1, dash) || !hasMonth(dash + 1, close)) return null;
  return [
    lifeEvent(brackets, ['was born on', ...range(open + 1, dash)], dash),
    lifeEvent(brackets, ['died on', ...range(dash + 1, close)], close),
  ];
}

const DASH = /^[–—-]$/u;
const LIFESPAN = /^(1\d{3}|20\d{2})[–—-](1\d{3}|20\d{2}|present)?$/u;

/** "(1950–2010)", "(1950-present)". */
function years(words: readonly Word[], brackets: Brackets): Atom[] | null {
  const { open, close } = brackets;
  const inner = words.slice(open + 1, close).map(({ lower }) => lower);
  const [, birthYear, death] = LIFESPAN.exec(inner.join('')) ?? [];
  if (birthYear === undefined) return null;
  // Where the tagger leaves "1950-2010" as one word, the year has no place of its own.
  const isOneWord = inner.length === 1;
  const born = lifeEvent(brackets, ['was born in', isOneWord ? birthYear : open + 1], isOneWord ? close : open + 2);
  if (death === undefined || death === 'present') return [born];
  return [born, lifeEvent(brackets, ['died in', isOneWord ? death : close - 1], close)];
}

const lifeEvent = ({ name, open }: Brackets, event: Piece[], to: number): Atom => ({
  pieces: [...range(name, open), ...event],
  from: name,
  to,
  unresolved: [],
});

/** False for "the Battle of the Somme" and "the Somme". */
const isPersonName = (words: readonly Word[], name: number) =>
  words[name]!.pos === 'PROPN' && words[name]!.lower !== 'the' && words[name - 1]?.lower !== 'of';

/** True for "is a Welsh painter": dynasties, wars and bridges have years too. */
function isDescribedAsPerson(words: readonly Word[], from: number, groups: readonly VerbGroup[]): boolean {
  const verb = groups.find(({ finite, start }) => finite && start >= from);
  if (verb === undefined || verb.start !== from || verb.head.pos !== 'AUX') return false;
  const rest = words.slice(verb.end);
  const stop = rest.findIndex(({ pos, text }) => pos === 'ADP' || text === ',');
  const head = rest.slice(0, stop < 0 ? rest.length : stop).filter(({ pos }) => pos === 'NOUN');
  return head.some(({ lower }) => canBePerson(lower));
}
