/**
 * How a language other than English names months, units, powers of ten and money, by the Unicode consortium's data (CLDR, of
 * which Node has a copy), each with its words in English notation.
 */
import { pairsIn } from '#engine/text/word-lists.ts';
import { monthName } from '../calendar.ts';
import { MAGNITUDES_BESIDE, UNITS_BESIDE } from './words-beside.ts';

export interface Phrase {
  /** In lower case. */
  words: string;
  /** The same as English writes it, one token each. */
  english: readonly string[];
}

export interface Phrases {
  /** By first character, longest first. */
  months: PhraseIndex;
  magnitudes: PhraseIndex;
  units: PhraseIndex;
  /** What may stand before a figure too: "EUR 1.250". */
  money: PhraseIndex;
  decimal: '.' | ',';
}

export type PhraseIndex = ReadonlyMap<string, readonly Phrase[]>;

/** Arabic has three sets of names, by country. */
const LOCALES: Readonly<Record<string, readonly string[]>> = {
  ar: ['ar-EG', 'ar-SY', 'ar-DZ', 'ar-MA'],
  pt: ['pt-BR', 'pt-PT'],
  es: ['es-ES', 'es-MX'],
  zh: ['zh-Hans', 'zh-Hant'],
  de: ['de-DE', 'de-AT'],
};

const MONTHS = Array.from({ length: 12 }, (_, month) => monthName(month));

/** Names of units for Intl, and as engine/values/units.ts has them. */
const UNITS = pairsIn(
  'kilometer km|meter metres|centimeter cm|millimeter mm|mile miles|foot feet|inch inches|yard yards|kilogram kg|gram grams|' +
    'ounce ounces|second seconds|minute minutes|hour hours|day days|week weeks|month months|year years|liter litres|milliliter ml|' +
    'hectare hectares|acre acres|celsius celsius|fahrenheit fahrenheit|percent %|kilometer-per-hour km/h|meter-per-second m/s|' +
    'byte bytes|kilobyte kb|megabyte mb|gigabyte gb|terabyte tb',
);

const CURRENCIES = pairsIn('EUR €|USD $|GBP £|JPY jpy|CNY cny|CHF chf|PLN pln|INR inr|KRW won|CAD cad|AUD aud');

/** One of each plural form in the languages that have several. */
const PLURALS = [1, 2, 3, 5, 11, 1.5];
const MAGNITUDES: readonly (readonly [number, string])[] = [
  [1e3, 'thousand'],
  [1e6, 'million'],
  [1e9, 'billion'],
  [1e12, 'trillion'],
];
/** CLDR shortens some of them to a letter. */
const SHORTEST_MAGNITUDE = 2;
const known = new Map<string, Phrases>();

/** The phrases of a language, ISO 639-1; of one that CLDR doesn't know, those of none. */
export function phrasesOf(language: string): Phrases {
  const there = known.get(language);
  if (there !== undefined) return there;
  const locales = LOCALES[language] ?? [language];
  const units = [...unitPhrases(locales), ...beside(UNITS_BESIDE[language]), ...moneyPhrases(locales)];
  const phrases: Phrases = {
    months: indexed(monthPhrases(locales)),
    magnitudes: indexed([...magnitudePhrases(locales), ...beside(MAGNITUDES_BESIDE[language])]),
    units: indexed(units),
    money: indexed(moneyPhrases(locales)),
    decimal: partOf(new Intl.NumberFormat(locales[0]).formatToParts(1.5), 'decimal') === ',' ? ',' : '.',
  };
  known.set(language, phrases);
  return phrases;
}

/** The longest phrase that stands at `at` in `text`, which is in lower case, and no longer word begins with; null: none. */
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

/** Of "tonnes=tonne|tonnen, cents=cent". */
const beside = (more?: string): Phrase[] =>
  (more?.split(', ') ?? []).flatMap((one) => {
    const [english = '', words = ''] = one.split('=');
    return words.split('|').map((each) => ({ words: each, english: [english] }));
  });

type Parts = readonly { type: string; value: string }[];

/** Of the parts of a formatted value, those of one type; more than one around it make no phrase behind it. */
function partOf(parts: Parts, type: string): string {
  const found = parts.filter((part) => part.type === type);
  return found.length === 1 ? found[0]!.value.trim().toLowerCase() : '';
}

function monthPhrases(locales: readonly string[]): Phrase[] {
  const formats = locales.flatMap((locale) =>
    (['long', 'short'] as const).flatMap((month) =>
      // By itself and in a date: "luty", "lutego".
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
          // Not where it counts in another power: "150 万".
          const isOwn = Number(partOf(parts, 'integer')) === Math.floor(value);
          return { words: isOwn && words.length >= SHORTEST_MAGNITUDE ? words : '', english: [english] };
        });
      }),
    ),
  );
}
