/** Finds street addresses and dates of birth. */
import { composedRegExp } from '#common/composed-regexps.ts';
import type { Finding } from './finding.ts';

const STREET =
  'Street|St|Road|Rd|Avenue|Ave|Lane|Ln|Drive|Dr|Boulevard|Blvd|Court|Ct|Close|Crescent|Square|Sq|Terrace|Place|Pl|Way|Row|Gardens|Grove|Mews|Parade|Quay|Walk|Alley|Highway|Hwy|Parkway|Pkwy';
const STATES =
  'AL|AK|AZ|AR|CA|CO|CT|DE|FL|GA|HI|ID|IL|IN|IA|KS|KY|LA|ME|MD|MA|MI|MN|MS|MO|MT|NE|NV|NH|NJ|NM|NY|NC|ND|OH|OK|OR|PA|RI|SC|SD|TN|TX|UT|VT|VA|WA|WV|WI|WY|DC';
const NAME = "\\p{Lu}[\\p{L}'’.-]{0,30}";

const ADDRESSES: readonly RegExp[] = [
  // In "In 1990 High Street shops", the year is not a house number.
  composedRegExp(
    `(?<!\\b(?:in|In|since|Since|by|By|of|until|Until|from|From|during|During) )(?<![\\w.,-])\\d{1,5}[A-Za-z]?(?:[-–/]\\d{1,5}[A-Za-z]?)?,? (?:${NAME} ){1,4}(?:${STREET})\\b(?:,? (?:Apt|Apartment|Flat|Suite|Unit)\\.? ?\\w{1,6})?`,
    'gu',
  ),
  /(?<![\p{L}])\p{Lu}[\p{L}-]{0,30}(?:straße|strasse|str\.|weg|gasse|allee|platz|ufer|damm) \d{1,4} ?[a-z]?(?![\p{L}\p{N}])/gu,
  /(?<![\w.,-])\d{1,4}(?: bis)?,? (?:rue|avenue|boulevard|place|chemin|allée|quai|impasse)(?: (?:de|du|des|la|le|les)| ?(?:\p{Lu}|[ld]['’]\p{Lu})[\p{L}'’-]{0,30}){1,6}/gu,
  /\b(?:Calle|Avenida|Via|Viale|Piazza|Rua|Plaza)(?: (?:de|del|della|la|los|dos|da|do)| \p{Lu}[\p{L}'’-]{0,30}){1,5},? \d{1,4}\b/gu,
  // Postcodes of the United Kingdom, and those of the United States after a state.
  /\b[A-Z]{1,2}\d[A-Z\d]? \d[ABD-HJLNP-UW-Z]{2}\b/g,
  composedRegExp(`\\b(?:${STATES}) \\d{5}(?:-\\d{4})?\\b`, 'g'),
  /\b[Pp]\.? ?[Oo]\.? [Bb]ox \d{1,8}\b/g,
];

function findAddresses(text: string): Finding[] {
  return ADDRESSES.flatMap((pattern) =>
    [...text.matchAll(pattern)].map(({ index, 0: found }) => ({
      kind: 'address' as const,
      start: index,
      end: index + found.length,
      key: found.toLowerCase().replaceAll(/[\s,.]+/g, ' '),
    })),
  );
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH = '(?:Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sept?|Oct|Nov|Dec)[a-z]{0,6}\\.?';
const DATE = [
  `\\d{1,2}(?:st|nd|rd|th)?(?: of)? ${MONTH},? \\d{4}`,
  `${MONTH} \\d{1,2}(?:st|nd|rd|th)?,? \\d{4}`,
  '\\d{4}-\\d{2}-\\d{2}',
  '\\d{1,2}[./-]\\d{1,2}[./-](?:\\d{4}|\\d{2})',
].join('|');
const BIRTH = composedRegExp(
  `\\b(?:born|date of birth|birth ?date|birthday|d\\.?o\\.?b\\.?)(?![a-z])[^.;\\n\\d]{0,40}?(?<value>${DATE})(?!\\d)`,
  'gi',
);

/** The same key for "3 May 1980", "May 3rd, 1980" and "1980-05-03". */
function dateKey(text: string): string {
  const year = /\d{4}/.exec(text)?.[0];
  const month = MONTHS.findIndex((name) => text.toLowerCase().includes(name)) + 1;
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (iso !== null) return text;
  const day = /(?<!\d)\d{1,2}(?!\d)/.exec(text)?.[0];
  if (year === undefined || month === 0 || day === undefined) return text.toLowerCase();
  return `${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`;
}

function findBirthDates(text: string): Finding[] {
  return [...text.matchAll(BIRTH)].map((match) => {
    const value = match.groups!.value!;
    const end = match.index + match[0].length;
    return { kind: 'birth_date', start: end - value.length, end, key: dateKey(value) };
  });
}

/** Street addresses, postcodes and dates of birth in `text`. The findings may overlap. */
export function findPlacesAndBirths(text: string): Finding[] {
  return [...findAddresses(text), ...findBirthDates(text)];
}
