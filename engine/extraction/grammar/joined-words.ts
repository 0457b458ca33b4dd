/**
 * Joins what belongs to one name, date or place, so that no rule takes it apart: the comma of "21 May, 1974" or
 * "Leeds, England", the capital words of "The Christmas Tree". Only tags change; indices stay those of the sentence.
 */
import { isMonth } from '#engine/language/calendar.ts';
import { startsWithCapital } from '#engine/language/letters.ts';
import { isPlace } from '../description/country-names.ts';
import { bracketedYearsEnd } from './bracketed-years.ts';
import { spaced } from './noun-phrases.ts';
import type { Word } from './parse.ts';

/** Stands for a comma that separates nothing. */
export const INNER_COMMA = '‚';

/** The words with inner commas and the words of names marked; words that are not concerned are the same objects. */
export function joinedWords(words: readonly Word[]): Word[] {
  const joined = [...words];
  markTitles(joined);
  markDatedTitles(joined);
  for (let i = 1; i + 1 < joined.length; i++) {
    if (joined[i]!.lower === 'and' && isInPlaceName(joined, i)) joined[i] = { ...joined[i]!, lower: '&', pos: 'PROPN' };
    if (joined[i]!.lower === 'and' && isInOfficeName(joined, i))
      joined[i] = { ...joined[i]!, lower: '&', pos: 'PROPN' };
    // "six-and-a-half years"
    if (joined[i]!.lower === 'and' && isHyphened(joined, i)) joined[i] = { ...joined[i]!, lower: '-and-', pos: 'ADJ' };
    if (joined[i]!.text !== ',') continue;
    const pos = isDateComma(joined, i) ? 'NUM' : isPlaceComma(joined, i) ? 'PROPN' : null;
    if (pos !== null) joined[i] = { ...joined[i]!, text: INNER_COMMA, lower: INNER_COMMA, pos };
  }
  return joined;
}

/** "March 21, 1974", "May, 2010". */
function isDateComma(words: readonly Word[], comma: number): boolean {
  if (!/^[12]\d{3}$/u.test(words[comma + 1]!.text)) return false;
  const before = words[comma - 1]!;
  if (isMonth(before.lower)) return true;
  const isDay = /^\d{1,2}(?:st|nd|rd|th)?$/u.test(before.text);
  return isDay && [words[comma - 2], words[comma - 3]].some((word) => word !== undefined && isMonth(word.lower));
}

const isHyphened = (words: readonly Word[], at: number) =>
  words[at - 1]!.text === '-' && words[at - 1]!.end === words[at]!.start && words[at + 1]!.text === '-';

/** "Trinidad and Tobago", which the list of countries writes with "&". */
function isInPlaceName(words: readonly Word[], and: number): boolean {
  const [before, after] = [nameEndingAt(words, and), spaced(words.slice(and + 1, nameEnd(words, and + 1)))];
  return before !== '' && after !== '' && isPlace(`${before} & ${after}`);
}

/** "the Vale Arts and Culture Centre", "the Tarn and Isle Games": what stands before the "and" is no institution itself. */
function isInOfficeName(words: readonly Word[], and: number): boolean {
  const end = nameEnd(words, and + 1);
  let start = and;
  while (words[start - 1]?.pos === 'PROPN' || /^['’]s$/u.test(words[start - 1]?.text ?? '')) start--;
  const isOffice = ({ text }: Word) => OFFICE.test(text);
  const isNamed = end > and + 1 && end - and <= 4 && isOffice(words[end - 1]!);
  const opener = words[start - 1]?.pos === 'NUM' ? start - 2 : start - 1;
  const isOpened = and - start > 1 && words[opener]?.lower === 'the';
  return isNamed && isOpened && !words.slice(start, and).some((word) => isOffice(word) || INSTITUTION.test(word.text));
}

const OFFICE =
  /^(?:Centre|Center|Foundation|Council|Department|Ministry|Association|Society|Committee|Agency|Authority|Commission|Games|Championships?|Office|Bureau)$/u;
const INSTITUTION =
  /^(?:University|College|School|Academy|Institute|Museum|Hospital|Club|Company|Bank|League|Cup|Union)$/u;

/** "Los Angeles, California": a country or state after a name that is none; not in "to Leeds, Georgia and Ohio". */
function isPlaceComma(words: readonly Word[], comma: number): boolean {
  const before = nameEndingAt(words, comma);
  const end = nameEnd(words, comma + 1);
  if (before === '' || end === comma + 1 || isPlace(before) || isPlace(before.replace(' and ', ' & '))) return false;
  const isList = words[end]?.lower === 'and' && isPlace(spaced(words.slice(end + 1, nameEnd(words, end + 1))));
  return !isList && isPlace(spaced(words.slice(comma + 1, end)));
}

function nameEndingAt(words: readonly Word[], end: number): string {
  let start = end;
  while (start > 0 && words[start - 1]!.pos === 'PROPN' && words[start - 1]!.text !== INNER_COMMA) start--;
  return spaced(words.slice(start, end));
}

function nameEnd(words: readonly Word[], from: number): number {
  let end = from;
  while (end < words.length && words[end]!.pos === 'PROPN') end++;
  return end;
}

/**
 * "the movie The Christmas Tree", "Rizzoli & Isles": inside a sentence a capital marks a name. Not in headlines, where
 * every word has one.
 */
function markTitles(words: Word[]): void {
  if (!words.some(({ text }) => /^\p{Ll}{4}/u.test(text))) return;
  for (let i = 1; i < words.length; i++) {
    const word = words[i]!;
    const before = words[i - 1]!;
    const after = words[i + 1];
    const opensTitle = /^(?:DET|ADP|ADV|SCONJ|CCONJ|VERB|ADJ|NOUN|X)$/u.test(word.pos) && startsWithCapital(word.text);
    const isAmpersand = word.text === '&' && isName(before) && startsWithCapital(after?.text ?? '');
    const isTitle = opensTitle && before.pos !== 'PUNCT' && (startsWithCapital(after?.text ?? '') || isName(before));
    if (isTitle || isAmpersand) words[i] = { ...word, pos: 'PROPN', forms: null };
  }
}

/**
 * "Boy (2010), You're All Surrounded (2014) and The Way to the Sea (2017)": what stands before a year in brackets is a
 * title from its first capital on, whatever its words would be otherwise.
 */
function markDatedTitles(words: Word[]): void {
  for (let open = 2; open + 2 < words.length; open++) {
    if (bracketedYearsEnd(words, open) === open) continue;
    const listed = listedTitleStart(words, open);
    let start = listed ?? titleStart(words, open);
    while (start < open && !startsWithCapital(words[start]!.text)) start++;
    // "played Ariel in The Tempest (2010)": only between two marks, or behind a noun, all of it is surely the title.
    const before = words[start - 1]!;
    const isWhole = /^(?:PUNCT|CCONJ|NOUN)$/u.test(before.pos) || /^(?:as|notably|including)$/u.test(before.lower);
    for (let i = start; i < open; i++) {
      const { text } = words[i]!;
      if (text === ',' || text === ':')
        words[i] = { ...words[i]!, text: INNER_COMMA, lower: INNER_COMMA, pos: 'PROPN' };
      else if (isWhole || startsWithCapital(text)) words[i] = { ...words[i]!, pos: 'PROPN', forms: null };
    }
  }
}

/** In "Boy (2010), and My Friend is an Agent (2015)", all that stands between the years is the second title. */
function listedTitleStart(words: readonly Word[], open: number): number | null {
  const close = words.findLastIndex(({ text }, i) => i < open && text === ')');
  const joint = words[close + 1]?.text === ',' ? close + 2 : close + 1;
  const start = words[joint]?.lower === 'and' ? joint + 1 : joint;
  const isListed = close > 0 && start > close + 1 && open - start <= LONGEST_TITLE;
  const isPlain = isListed && !words.slice(start, open).some(({ text }) => text === ',' || text === '(');
  return isPlain && startsWithCapital(words[start]!.text) ? start : null;
}

const LONGEST_TITLE = 9;

/** Where the words of a title before the bracket at `open` begin; in "Boy (2010), Stay, Go (2015)" at "Stay". */
function titleStart(words: readonly Word[], open: number): number {
  const begin = (from: number) => {
    let at = from;
    while (at > 1 && (isInTitle(words[at - 1]!) || isHyphenated(words, at - 1))) at--;
    return at;
  };
  const start = begin(open);
  const isAfterComma = words[start - 1]!.text === ',' && words[start - 2]!.text !== ')';
  const ahead = isAfterComma ? begin(start - 1) : start;
  return words[ahead - 1]!.text === ',' && words[ahead - 2]?.text === ')' ? ahead : start;
}

const isInTitle = ({ text, pos, lower }: Word) =>
  startsWithCapital(text) || pos === 'PART' || text === ':' || SMALL.test(lower);

/** "-" and "soon" of "Geum-soon". */
const isHyphenated = (words: readonly Word[], at: number) =>
  (words[at]!.text === '-' && words[at]!.end === words[at + 1]?.start) ||
  (words[at - 1]!.text === '-' && words[at - 1]!.end === words[at]!.start);

/** Small words of a title; "and" may join two titles. */
const SMALL = /^(?:of|the|an?|in|on|at|to|for|from|by|with|['’](?:s|re|ll|m|t))$/u;

const isName = (word: Word | undefined) => word?.pos === 'PROPN';
