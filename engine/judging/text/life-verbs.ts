/**
 * Passages give the dates of a life in brackets behind the name: "Ada Noll (4 May 1870 – 3 June 1931) was a botanist". Read
 * as they stand they say neither born nor died, so these words are put in before the text is analysed.
 */
import { composedRegExp } from '#common/composed-regexps.ts';
import { MONTHS } from '#engine/language/calendar.ts';
import { canBePerson } from '#engine/language/class-nouns.ts';
import { isLifetime, OFFICES } from '#engine/language/lifetimes.ts';

const MONTH = `(?:${MONTHS.map((name) => `${name[0]!.toUpperCase()}${name.slice(1)}`)
  .flatMap((name) => [name, name.slice(0, 3)])
  .join('|')})\\.?`;
const NAME_WORD = `(?:\\p{Lu}[\\p{L}.'’-]{0,40}|de|da|del|van|von|der|den|bin|ibn|la)`;
const FULL = `(?:\\d{1,2} ${MONTH},? \\d{4}|${MONTH} \\d{1,2}, \\d{4})`;
const DATE = `(?:${FULL}|(?:c\\. ?)?\\d{4})`;
/** "1799, Lyme" */
const PLACE = `(?:, \\p{Lu}[\\p{L}' -]{1,40}?)?`;
/** A name of two words or more at the beginning of a sentence, the bracket, and what is said right after it. */
const LIFE = composedRegExp(
  `(?<=^|[.!?]["”']?\\s|\\n)(${NAME_WORD}(?: ${NAME_WORD}){1,6}) \\(((?:[^()]{0,120}?[;,] ?)??)(${DATE})(${PLACE}) ?[–—-] ?(${DATE})(${PLACE})\\)(,? (?:was|is) (?:an?|the) [^.;()]{3,160})`,
  'gu',
);
const BORN_IN_BRACKET = /(?<=\((?:[^()]{0,80}[;,] )?)b\. (?=\d)|(?<=\((?:[^()]{0,80}[;,] )?)d\. (?=\d)/g;

/** `text` with "born" and "died" before the dates of lives in brackets; of what may be a term of office nothing is changed. */
export function withLifeVerbs(text: string): string {
  if (!text.includes('(')) return text;
  return text
    .replace(LIFE, (whole, name: string, before: string, ...rest: string[]) => {
      const [birth, birthplace, death, deathplace, description] = rest as [string, string, string, string, string];
      if (!startsLikeName(name) || !isLifetime(yearOf(birth), yearOf(death)) || !isOfPerson(description)) return whole;
      const born = `born ${birth}${inPlace(birthplace)}`;
      const died = `died ${death}${inPlace(deathplace)}`;
      return `${name} (${before}${born}, ${died})${description}`;
    })
    .replace(BORN_IN_BRACKET, (mark) => (mark.startsWith('b') ? 'born ' : 'died '));
}

function startsLikeName(name: string): boolean {
  const words = name.split(' ');
  return (
    !/^(?:The|A|An|In|On|At|His|Her|Its)$/.test(words[0]!) && !words.some((word) => OFFICES.has(word.toLowerCase()))
  );
}

function yearOf(date: string): number {
  return Number(/\d{4}/.exec(date)?.[0] ?? Number.NaN);
}

function inPlace(place: string): string {
  return place === '' ? '' : ` in ${place.slice(2)}`;
}

/** True for "was an English fossil collector"; a dynasty has years too, and "was the mayor of Hull" gives a term's. */
function isOfPerson(description: string): boolean {
  const words = description.toLowerCase().match(/[\p{L}'’-]+|,/gu) ?? [];
  const stop = words.findIndex(
    (word, at) => at > 2 && (word === ',' || /^(?:in|at|of|from|who|for|and|by|with)$/.test(word)),
  );
  const phrase = (stop < 0 ? words : words.slice(0, stop)).slice(0, 10);
  const isPost = phrase[1] === 'the' && words[stop] === 'of';
  if (isPost || phrase.some((word) => OFFICES.has(word))) return false;
  return canBePerson(phrase.at(-1) ?? '');
}
