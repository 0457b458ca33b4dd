/** Reads numbers in digits and in words. */

import type { Token } from '#engine/text/nlp.ts';
import { wordsIn } from '#engine/text/word-lists.ts';

const SMALL = new Map<string, number>([
  ...wordsIn(
    'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
  ).map((word, at) => [word, at] as const),
  ...wordsIn('twenty thirty forty fifty sixty seventy eighty ninety').map((word, at) => [word, 10 * (at + 2)] as const),
]);

const MAGNITUDES = new Map<string, number>(
  Object.entries({
    hundred: 100,
    thousand: 1e3,
    million: 1e6,
    billion: 1e9,
    trillion: 1e12,
    bn: 1e9,
    mn: 1e6,
    crore: 1e7,
    lakh: 1e5,
    dozen: 12,
  }),
);

const ORDINALS = new Map<string, number>(
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth'
    .split(' ')
    .map((word, at) => [word, at + 1]),
);

/** A number read from tokens. `unitOfLastPlace` is the weight of the last stated digit (0.1 for "3.5"). */
export interface ParsedNumber {
  value: number;
  unitOfLastPlace: number;
  /** Index after the last token used. */
  end: number;
}

/** 1,000 for "thousand" or "thousands", in any case; null for other words. */
export function magnitudeOf(word: string): number | null {
  const lower = word.toLowerCase();
  return MAGNITUDES.get(lower) ?? (lower.endsWith('s') ? (MAGNITUDES.get(lower.slice(0, -1)) ?? null) : null);
}

/** True for "first" to "twentieth"; `lower` must be in lower case. */
export function isOrdinalWord(lower: string): boolean {
  return ORDINALS.has(lower);
}

/** 1 for "first", "1st"; null otherwise. */
export function ordinalOf(word: string): number | null {
  const lower = word.toLowerCase();
  if (!startsWithDigit(lower)) return ORDINALS.get(lower) ?? null;
  const digits = /^(\d{1,6})(?:st|nd|rd|th)$/.exec(lower);
  return digits === null ? null : Number(digits[1]);
}

/** A quick test, because nearly every word of a text is checked for being a number. */
export function startsWithDigit(word: string): boolean {
  const first = word.charCodeAt(0);
  return first >= 0x30 && first <= 0x39;
}

/** Reads "1,234.5", "3.5m", "12k"; null if the word is not such a number. */
function readDigits(word: string): { value: number; unitOfLastPlace: number } | null {
  if (!startsWithDigit(word) && !/^[+-]/.test(word)) return null;
  const match = /^[+-]?(\d{1,3}(?:,\d{3})+|\d{1,18})(\.\d{1,12})?(k|m|bn|b|tn|million|billion)?$/i.exec(word);
  if (match === null) return null;
  const decimals = (match[2]?.length ?? 1) - 1;
  const suffix = match[3]?.toLowerCase();
  const scale = suffix === undefined ? 1 : (suffixScale(suffix) ?? 1);
  const value = Number(`${match[1]!.replaceAll(',', '')}${match[2] ?? ''}`) * scale;
  return { value: word.startsWith('-') ? -value : value, unitOfLastPlace: scale / 10 ** decimals };
}

function suffixScale(suffix: string): number | null {
  const scales: Record<string, number> = { k: 1e3, m: 1e6, b: 1e9, bn: 1e9, tn: 1e12, million: 1e6, billion: 1e9 };
  return scales[suffix] ?? null;
}

function magnitudesAfter(tokens: readonly Token[], at: number): { scale: number; end: number } {
  let scale = 1;
  let end = at;
  while (end < tokens.length && end < at + 3) {
    const next = tokens[end]!;
    // "5-million": the hyphen is a separate token.
    const word = next.text === '-' && end + 1 < tokens.length ? tokens[end + 1]! : next;
    const magnitude = magnitudeOf(word.lower);
    if (magnitude === null) break;
    scale *= magnitude;
    end += word === next ? 1 : 2;
  }
  return { scale, end };
}

/** Whether a number may start with this lower-case token. If false, `readNumber` would return null. */
export function mayStartNumber(lower: string): boolean {
  return startsWithDigit(lower) || /^[+\-−–]/.test(lower) || lower === 'minus' || opensNumber(lower);
}

/**
 * True for the sign of "minus 18" or "−18", which is a separate token. A dash is a sign only right before the figure and after a
 * space.
 */
function isMinus(tokens: readonly Token[], at: number): boolean {
  const { lower, end, start } = tokens[at]!;
  const before = tokens[at - 1];
  if (lower === 'minus') return before?.pos !== 'NUM';
  return /^[−–]$/.test(lower) && tokens[at + 1]?.start === end && before?.pos !== 'NUM' && before?.end !== start;
}

/** True for words that may start a number: number words, "hundred" and "dozen". "Thousand" and above can't. */
function opensNumber(word: string): boolean {
  return SMALL.has(word) || word === 'hundred' || word === 'dozen';
}

/** Reads "two hundred and twenty-five thousand": tens and units are added, magnitudes multiply what precedes them. */
function readWords(tokens: readonly Token[], at: number): ParsedNumber | null {
  if (!opensNumber(tokens[at]!.lower)) return null;
  // "A couple of hundred" and "several hundred" are not exact numbers.
  if (!SMALL.has(tokens[at]!.lower) && /^(?:of|several|few|many)$/.test(tokens[at - 1]?.lower ?? '')) return null;
  let total = 0;
  let group = 0;
  let end = at;
  let lastPlace = 1;
  let lastSmall = Number.POSITIVE_INFINITY;
  for (let i = at; i < tokens.length && i < at + 16; i++) {
    const word = tokens[i]!.lower;
    const small = SMALL.get(word);
    const magnitude = magnitudeOf(word);
    if (small !== undefined) {
      // "twenty five" is one number; "five six" are two.
      if (lastSmall < 20 || (lastSmall < 100 && small >= 10)) break;
      group += small;
      lastSmall = small;
      lastPlace = 1;
    } else if (magnitude !== null && (end > at || opensNumber(word))) {
      group = (group === 0 ? 1 : group) * magnitude;
      lastPlace = magnitude;
      lastSmall = Number.POSITIVE_INFINITY;
      if (magnitude >= 1000) {
        total += group;
        group = 0;
      }
    } else if ((word === '-' || word === 'and') && end > at && SMALL.has(tokens[i + 1]?.lower ?? '')) {
      if (word === 'and' && lastPlace < 100) break;
      continue;
    } else {
      break;
    }
    end = i + 1;
  }
  return end === at ? null : { value: total + group, unitOfLastPlace: lastPlace, end };
}

/** The number that starts at `tokens[at]`, including its sign and its magnitude words; null if there is none. */
export function readNumber(tokens: readonly Token[], at: number): ParsedNumber | null {
  if (!isMinus(tokens, at)) return readUnsigned(tokens, at);
  const found = tokens[at + 1] === undefined ? null : readUnsigned(tokens, at + 1);
  return found && { ...found, value: -found.value };
}

function readUnsigned(tokens: readonly Token[], at: number): ParsedNumber | null {
  const digits = readDigits(tokens[at]!.text);
  if (digits === null) return readWords(tokens, at);
  const { scale, end } = magnitudesAfter(tokens, at + 1);
  return { value: digits.value * scale, unitOfLastPlace: digits.unitOfLastPlace * scale, end };
}
