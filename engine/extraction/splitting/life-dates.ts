/** Makes statements of the dates in brackets behind a person's name: "(born 7 November 1867)", "(1950–2010)". */
import { isMonth } from '#engine/language/calendar.ts';
import { startsWithCapital } from '#engine/language/letters.ts';
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
  const name = hyphenedNameStart(words, open) ?? nameStart(words, open);
  if (
    name === open ||
    mainVerbBefore(
      groups.filter(({ end: to }) => to <= name),
      open,
    ) !== undefined
  )
    return null;
  const brackets = { name, open, close };
  const born = words.findIndex(({ lower }, i) => i > open && i < close && lower === 'born');
  const atoms =
    born < 0 ? (otherName(words, brackets) ?? lifespan(words, brackets, groups)) : birth(words, brackets, born);
  return atoms === null ? null : { atoms, from: open, to: close + 1 };
}

const PARTICLE = /^(?:de|del|della|di|da|dos|van|von|der|den|la|el|al|bin|ibn|ten|ter|y)$/u;

/** First word of the name before `at`, over the particles of "Corrada del Río". */
function nameStart(words: readonly Word[], at: number): number {
  let start = properNounsBefore(words, at);
  while (start < at && PARTICLE.test(words[start - 1]?.lower ?? '')) start = properNounsBefore(words, start - 1);
  return start;
}

/** "Cha Seung-won", "Osama bin Laden" at the beginning, whose parts in lower case the tagger doesn't know; else null. */
function hyphenedNameStart(words: readonly Word[], open: number): number | null {
  const parts = words.slice(0, open);
  const isPart = ({ text, lower, start }: Word, i: number) =>
    startsWithCapital(text) ||
    text === '-' ||
    (parts[i - 1]?.text === '-' && parts[i - 1]!.end === start) ||
    PARTICLE.test(lower);
  const isName = parts.length > 1 && parts.length <= LONGEST_NAME && parts[0]!.lower !== 'the' && parts.every(isPart);
  return isName && parts.some(({ text, lower }) => text === '-' || PARTICLE.test(lower)) ? 0 : null;
}

const LONGEST_NAME = 6;

/** "(real name: Ida Reed)", "(also known as Ida)": another name of the person; null for anything else. */
function otherName(words: readonly Word[], { name, open, close }: Brackets): Atom[] | null {
  const inner = words.slice(open + 1, close);
  const isReal = /^(?:real|birth|stage|full)$/u.test(inner[0]?.lower ?? '') && inner[1]?.lower === 'name';
  const known = inner[0]?.lower === 'also' ? 1 : 0;
  const isAlias = inner[known]?.lower === 'known' && inner[known + 1]?.lower === 'as';
  if (!isReal && !isAlias) return null;
  const from = isReal ? (inner[2]?.text === ':' || inner[2]?.text === ',' ? 3 : 2) : known + 2;
  const other = inner.slice(from);
  if (other.length === 0 || other.length > LONGEST_NAME || !startsWithCapital(other[0]!.text)) return null;
  if (other.some(({ text }) => /^[,;]$/u.test(text))) return null;
  const own = range(name, open);
  const last = words[open - 1]!.text;
  const pieces: Piece[] = isReal
    ? [...own.slice(0, -1), `${last}${last.endsWith('s') ? '’' : '’s'}`, ...range(open + 1, open + 3), 'is']
    : [...own, 'is', ...range(open + 1 + known, open + 1 + from)];
  return [{ pieces: [...pieces, ...range(open + 1 + from, close)], from: name, to: close, unresolved: [] }];
}

interface Brackets {
  name: number;
  open: number;
  close: number;
}

/** "(born 1867)", "(born 5 May 1950)", "(born Ada Reed on 5 May 1950)", but not "(reportedly born 1950)". */
function birth(words: readonly Word[], { name, open, close }: Brackets, born: number): Atom[] | null {
  if (!words.slice(open + 1, born).every(isBirthName)) return null;
  const place = birthPlace(words, born, close);
  if (place !== null) {
    const [dated] = birth(words, { name, open, close: place }, born) ?? [];
    const where = {
      pieces: [...range(name, open), 'was born', ...range(place, close)],
      from: place,
      to: close,
      unresolved: [],
    };
    return dated === undefined ? null : [{ ...dated, to: place }, where];
  }
  const first = words[born + 1]!;
  if (words[close - 1]!.pos !== 'NUM') {
    const isName = words.slice(born + 1, close).every(({ text, pos }) => pos === 'PROPN' || /^(?:,|‚|-)$/u.test(text));
    const pieces = [...range(name, open), 'was born', ...range(born + 1, close)];
    return isName && born + 1 < close ? [{ pieces, from: name, to: close, unresolved: [] }] : null;
  }
  const on = words.findIndex(({ lower, pos }, i) => i > born + 1 && i < close && lower === 'on' && pos === 'ADP');
  if (on > 0 && first.pos === 'PROPN' && !isMonth(first.lower) && isDate(words.slice(on + 1, close)))
    return [
      { pieces: [...range(name, open), 'was born', ...range(born + 1, on)], from: name, to: on, unresolved: [] },
      { pieces: [...range(name, open), 'was born', ...range(on, close)], from: on, to: close, unresolved: [] },
    ];
  const isYear = first.pos === 'NUM' && born + 2 === close;
  const isNamed = first.pos === 'PROPN' && !isMonth(first.lower);
  const preposition = isYear ? ['in'] : first.pos === 'ADP' || isNamed ? [] : ['on'];
  const pieces = [...range(name, open), 'was born', ...preposition, ...range(born + 1, close)];
  return [{ pieces, from: name, to: close, unresolved: [] }];
}

/** Where "in Sydney, Australia" begins behind the date of "(born 1988 in Sydney, Australia)"; null if it doesn't. */
function birthPlace(words: readonly Word[], born: number, close: number): number | null {
  const at = words.findIndex(({ lower, pos }, i) => i > born + 1 && i < close && lower === 'in' && pos === 'ADP');
  if (at < 0 || words[at - 1]!.pos !== 'NUM' || at + 1 >= close) return null;
  const isPlace = words.slice(at + 1, close).every(({ pos, text }) => pos === 'PROPN' || text === ',');
  return isPlace ? at : null;
}

/** "née Reed,": what may stand before "born" without a bearing on it. */
const isBirthName = (word: Word) =>
  word.text === ',' ||
  /^(?:née|né|nee)$/u.test(word.lower) ||
  (word.pos === 'PROPN' && !word.lower.endsWith('ly') && !isOffice(word));

/** A birth and a death; null where the years may be a term of office. */
function lifespan(words: readonly Word[], brackets: Brackets, groups: readonly VerbGroup[]): Atom[] | null {
  const { name, open, close } = brackets;
  // The last word may be a surname: "Stephen King".
  if (words.slice(0, open - 1).some(isOffice)) return null;
  return (
    (isPersonName(words, name) ? fullDates(words, brackets) : null) ??
    (isDescribedAsPerson(words, close + 1, groups) ? years(words, brackets) : null)
  );
}

/** "(January 9, 1913 – April 22, 1994)". */
function fullDates(words: readonly Word[], brackets: Brackets): Atom[] | null {
  const { open, close } = brackets;
  const dash = words.findIndex(({ text }, i) => i > open && i < close && DASH.test(text));
  if (dash < 0) return null;
  const [birthDate, deathDate] = [words.slice(open + 1, dash), words.slice(dash + 1, close)];
  if (!isDate(birthDate) || !isDate(deathDate) || !isLifetime(yearIn(birthDate), yearIn(deathDate))) return null;
  return [
    lifeEvent(brackets, ['was born on', ...range(open + 1, dash)], dash),
    lifeEvent(brackets, ['died on', ...range(dash + 1, close)], close),
  ];
}

/** False for "in office 5 May 1990". */
const isDate = (part: readonly Word[]) =>
  part.some(({ lower }) => isMonth(lower)) &&
  part.every(({ lower }) => isMonth(lower) || /^(?:\d{1,4}|\d{1,2}(?:st|nd|rd|th)|[,‚]|of)$/u.test(lower));

const yearIn = (date: readonly Word[]) => Number(date.find(({ text }) => /^\d{3,4}$/u.test(text))?.text ?? Number.NaN);

const DASH = /^[–—-]$/u;
const LIFESPAN = /^(1\d{3}|20\d{2})[–—-](1\d{3}|20\d{2})$/u;
const SHORTEST_LIFE_YEARS = 18;
const LONGEST_LIFE_YEARS = 115;

/** False for most terms of office, and where a year is unknown. */
export const isLifetime = (birthYear: number, deathYear: number) =>
  deathYear - birthYear >= SHORTEST_LIFE_YEARS && deathYear - birthYear <= LONGEST_LIFE_YEARS;

/** "(1950–2010)". Years without an end may be those of a term: "(1990–present)". */
function years(words: readonly Word[], brackets: Brackets): Atom[] | null {
  const { open, close } = brackets;
  const inner = words.slice(open + 1, close).map(({ lower }) => lower);
  const [, birthYear, death] = LIFESPAN.exec(inner.join('')) ?? [];
  if (birthYear === undefined || death === undefined || !isLifetime(Number(birthYear), Number(death))) return null;
  // Where the tagger leaves "1950-2010" as one word, the year has no place of its own.
  const isOneWord = inner.length === 1;
  return [
    lifeEvent(brackets, ['was born in', isOneWord ? birthYear : open + 1], isOneWord ? close : open + 2),
    lifeEvent(brackets, ['died in', isOneWord ? death : close - 1], close),
  ];
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

/** True for "is a Welsh painter": dynasties, wars and bridges have years too, and "was the mayor of Hull" gives a term's. */
function isDescribedAsPerson(words: readonly Word[], from: number, groups: readonly VerbGroup[]): boolean {
  const [verb, next] = groups.filter(({ finite, start }) => finite && start >= from);
  if (verb === undefined || verb.start !== from || verb.head.pos !== 'AUX') return false;
  const rest = words.slice(verb.end);
  const description = words.slice(verb.end, next?.start);
  const isPost = description[0]?.lower === 'the' && description.some(({ lower }) => lower === 'of');
  if (isPost || description.some(isOffice)) return false;
  const stop = rest.findIndex(({ pos, text, lower }) => pos === 'ADP' || text === ',' || lower === 'who');
  const head = rest
    .slice(0, stop < 0 ? rest.length : stop)
    .filter(({ pos }, i) => pos === 'NOUN' || rest[i + 1]?.lower === 'who');
  return head.some(({ lower }) => canBePerson(lower));
}

/** Offices that people hold from one year to another. */
export const OFFICES: ReadonlySet<string> = new Set(
  (
    'mayor mayoress minister premier president director king queen emperor empress tsar sultan emir shah pharaoh prince princess duke ' +
    'duchess chairman chairwoman chairperson chair chancellor governor senator congressman congresswoman deputy councillor councilor ' +
    'councilman councilwoman alderman ambassador consul envoy secretary treasurer commissioner speaker leader head chief ceo cfo coo ' +
    'cto pope cardinal archbishop bishop abbot abbess prior dean rector provost principal headmaster headmistress professor judge ' +
    'justice sheriff marshal attorney prosecutor ombudsman administrator manager captain coach commander superintendent curator ' +
    'editor conductor member representative officer official monarch ruler sovereign regent viceroy lord pres gov sen rep'
  ).split(' '),
);

const isOffice = ({ lower }: Word) => OFFICES.has(lower.replace(/\.$/u, ''));
