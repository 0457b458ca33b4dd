/**
 * Names of months, units, powers of ten and currencies in languages other than English, with their equivalents in English
 * notation. They are taken from the Unicode consortium's CLDR, which Node includes.
 */
import { pairsIn } from '#engine/text/word-lists.ts';
import { monthName } from '../calendar.ts';
import { EXTRA_MAGNITUDES, EXTRA_UNITS } from './words-beside.ts';

export interface Phrase {
  /** Lower case. */
  words: string;
  /** The English equivalent, one token each. */
  english: readonly string[];
}

export interface Phrases {
  /** All indexes are by first character, with the longest phrase first. */
  months: PhraseIndex;
  magnitudes: PhraseIndex;
  units: PhraseIndex;
  /** Currencies, which may also stand before a figure: "EUR 1.250". */
  money: PhraseIndex;
  decimal: '.' | ',';
}

export type PhraseIndex = ReadonlyMap<string, readonly Phrase[]>;

/** Locales to take the names from, where one isn't enough. Arabic, for example, has three sets of month names, by country. */
const LOCALES: Readonly<Record<string, readonly string[]>> = {
  ar: ['ar-EG', 'ar-SY', 'ar-DZ', 'ar-MA'],
  pt: ['pt-BR', 'pt-PT'],
  es: ['es-ES', 'es-MX'],
  zh: ['zh-Hans', 'zh-Hant'],
  de: ['de-DE', 'de-AT'],
};

const MONTHS = Array.from({ length: 12 }, (_, month) => monthName(month));

/** Unit names of Intl, each with the name in engine/values/units.ts. */
const UNITS = pairsIn(
  'kilometer km|meter metres|centimeter cm|millimeter mm|mile miles|foot feet|inch inches|yard yards|kilogram kg|gram grams|' +
    'ounce ounces|second seconds|minute minutes|hour hours|day days|week weeks|month months|year years|liter litres|milliliter ml|' +
    'hectare hectares|acre acres|celsius celsius|fahrenheit fahrenheit|percent %|kilometer-per-hour km/h|meter-per-second m/s|' +
    'byte bytes|kilobyte kb|megabyte mb|gigabyte gb|terabyte tb',
);

const CURRENCIES = pairsIn('EUR €|USD $|GBP £|JPY jpy|CNY cny|CHF chf|PLN pln|INR inr|KRW won|CAD cad|AUD aud');

/** Numbers that together cover all plural forms of the languages. */
const PLURALS = [1, 2, 3, 5, 11, 1.5];
const MAGNITUDES: readonly (readonly [number, string])[] = [
  [1e3, 'thousand'],
  [1e6, 'million'],
  [1e9, 'billion'],
  [1e12, 'trillion'],
];
/** Shorter names are skipped: CLDR abbreviates some of them to one letter. */
const SHORTEST_MAGNITUDE = 2;
const known = new Map<string, Phrases>();

/** The phrases of a language (ISO 639-1). A language that CLDR doesn't know gets those of Node's default locale. */
export function phrasesOf(language: string): Phrases {
  const there = known.get(language);
  if (there !== undefined) return there;
  const locales = LOCALES[language] ?? [language];
  const units = [...unitPhrases(locales), ...beside(EXTRA_UNITS[language]), ...moneyPhrases(locales)];
  const phrases: Phrases = {
    months: indexed(monthPhrases(locales)),
    magnitudes: indexed([...magnitudePhrases(locales), ...beside(EXTRA_MAGNITUDES[language])]),
    units: indexed(units),
    money: indexed(moneyPhrases(locales)),
    decimal: partOf(new Intl.NumberFormat(locales[0]).formatToParts(1.5), 'decimal') === ',' ? ',' : '.',
  };
  known.set(language, phrases);
  return phrases;
}

/** The longest phrase that stands at `at` in the lower-case `text` and is not part of a longer word; null if there is none. */
export function phraseAt(index: PhraseIndex, text: string, at: number): Phrase | null {
  for (const phrase of index.get(text.charAt(at)) ?? []) {
    if (!text.startsWith(phrase.words, at)) continue;
    const isSpaced = /[\p{L}\p{M}]$/u.test(phrase.words) && !/[\p{Script=Han}\p{Script=Katakana}]$/u.test(phrase.words);
    if (!isSpaced || !/^[\p{L}\p{M}²³]/u.test(text.slice(at + phrase.words.length, at + phrase.words.length + 2)))
      return phrase;
  }
  return null;
}

function indexed(phrases: readonly Phrase[]): PhraseIndex {
  const distinct = new Map(phrases.filter(({ words }) => words !== '').map((phrase) => [phrase.words, phrase]));
  const sorted = [...distinct.values()].sort((a, b) => b.words.length - a.words.length);
  return Map.groupBy(sorted, ({ words }) => words.charAt(0));
}

/** Parses lists such as "tonnes=tonne|tonnen, cents=cent". */
const beside = (more?: string): Phrase[] =>
  (more?.split(', ') ?? []).flatMap((one) => {
    const [english = '', words = ''] = one.split('=');
    return words.split('|').map((each) => ({ words: each, english: [english] }));
  });

type Parts = readonly { type: string; value: string }[];

/**
 * The text of the only part of this type in a formatted value. Returns '' if there are several, e.g. a unit on both sides of the
 * number.
 */
function partOf(parts: Parts, type: string): string {
  const found = parts.filter((part) => part.type === type);
  return found.length === 1 ? found[0]!.value.trim().toLowerCase() : '';
}

function monthPhrases(locales: readonly string[]): Phrase[] {
  const formats = locales.flatMap((locale) =>
    (['long', 'short'] as const).flatMap((month) =>
      // Alone and in a date: Polish has "luty" and "lutego".
      [{ month }, { month, day: 'numeric' as const }].map(
        (options) => new Intl.DateTimeFormat(`${locale}-u-ca-gregory`, { ...options, timeZone: 'UTC' }),
      ),
    ),
  );
  return formats.flatMap((format) =>
    MONTHS.map((english, at) => {
      const words = partOf(format.formatToParts(Date.UTC(2024, at, 3)), 'month').replace(/\.$/, '');
      return { words: /\p{L}/u.test(words) ? words : '', english: [english] };
    }),
  );
}

function unitPhrases(locales: readonly string[]): Phrase[] {
  return locales.flatMap((locale) =>
    UNITS.flatMap(([unit, english]) =>
      (['long', 'short'] as const).flatMap((unitDisplay) => {
        const format = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay });
        return PLURALS.map((value) => ({ words: partOf(format.formatToParts(value), 'unit'), english: [english] }));
      }),
    ),
  );
}

function moneyPhrases(locales: readonly string[]): Phrase[] {
  return locales.flatMap((locale) =>
    CURRENCIES.flatMap(([currency, english]) => {
      const format = new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay: 'name' });
      const names = PLURALS.map((value) => partOf(format.formatToParts(value), 'currency'));
      return [...names, currency.toLowerCase()].map((words) => ({ words, english: [english] }));
    }),
  );
}

function magnitudePhrases(locales: readonly string[]): Phrase[] {
  return locales.flatMap((locale) =>
    MAGNITUDES.flatMap(([power, english]) =>
      (['long', 'short'] as const).flatMap((compactDisplay) => {
        const format = new Intl.NumberFormat(locale, { notation: 'compact', compactDisplay });
        return PLURALS.map((value) => {
          const parts = format.formatToParts(value * power);
          const words = partOf(parts, 'compact');
          // Skipped if the language counts in another power here, as in "150 万".
          const isOwn = Number(partOf(parts, 'integer')) === Math.floor(value);
          return { words: isOwn && words.length >= SHORTEST_MAGNITUDE ? words : '', english: [english] };
        });
      }),
    ),
  );
}
