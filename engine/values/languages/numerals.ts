/**
 * Converts numbers to the English notation from the notations of other languages: "1.250,50", "1 250,50", "١٬٢٥٠", "二〇二四",
 * "3億5000万".
 */

/** Replaces the digits of any script with ASCII digits. Keeps the length in UTF-16 units. */
export function asciiDigits(text: string): string {
  return text.replaceAll(/[^\P{Nd}0-9]/gu, (digit) => {
    const value = String(valueOfDigit(digit));
    return value.padStart(digit.length, '0');
  });
}

/** The value of a digit of any script. Unicode has the digits of a script in order, beginning with its zero. */
export function valueOfDigit(digit: string): number {
  const point = digit.codePointAt(0)!;
  let zero = point;
  while (point - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
  return (point - zero) % 10;
}

/**
 * Converts a number in digits to the English notation, without thousands separators. Takes no surrounding spaces. Null if it is
 * no number, or if it is ambiguous ("1,250" in a language with a decimal comma). `decimal` is the language's decimal mark.
 */
export function plainNumber(written: string, decimal: '.' | ','): string | null {
  const text = written.replaceAll(/[ \u00a0\u202f\u2009'’٬](?=\d{3}(?!\d))/gu, '').replaceAll('٫', '.');
  if (/^\d+$/.test(text)) return text;
  if (!/^\d+(?:[.,]\d+)+$/.test(text)) return null;
  const isPlain = text === written;
  const groups = text.split(/[.,]/);
  const marks = [...text.matchAll(/[.,]/g)].map(([mark]) => mark);
  const last = marks.at(-1)!;
  const hasBoth = marks.some((mark) => mark !== last);
  const areThousands = (parts: readonly string[]) =>
    parts.every(({ length }) => length === 3) && groups[0]!.length <= 3;
  if (hasBoth) {
    const isOne = marks.indexOf(last) === marks.length - 1;
    return isOne && areThousands(groups.slice(1, -1)) ? `${groups.slice(0, -1).join('')}.${groups.at(-1)}` : null;
  }
  if (marks.length > 1) return isPlain && areThousands(groups.slice(1)) ? groups.join('') : null;
  const isDecimal = !isPlain || groups[1]!.length !== 3 || groups[0] === '0' || groups[0]!.length > 3;
  if (isDecimal) return groups.join('.');
  return last === decimal ? null : groups.join('');
}

const HAN_DIGITS = '〇一二三四五六七八九';
const HAN_POWERS: Readonly<Record<string, number>> = { 十: 10, 百: 100, 千: 1_000 };
const HAN_MYRIADS: Readonly<Record<string, number>> = { 万: 1e4, 萬: 1e4, 億: 1e8, 亿: 1e8, 兆: 1e12 };

/** Matches the characters of Chinese and Japanese numbers. A single one may also be part of a word. */
export const HAN_NUMERAL = /^[\d.,〇零一二三四五六七八九十百千万萬億亿兆两兩]+/u;

/**
 * The value of a Chinese or Japanese number in characters, or in characters and digits; null if it is none. `text` must have
 * ASCII digits.
 */
export function hanNumber(text: string): number | null {
  const plain = text
    .replaceAll('零', '〇')
    .replaceAll(/[两兩]/gu, '二')
    .replaceAll(',', '');
  if (/^[〇一二三四五六七八九]+$/u.test(plain)) {
    return Number([...plain].map((digit) => HAN_DIGITS.indexOf(digit)).join(''));
  }
  let total = 0;
  let group = 0;
  let digits = '';
  const taken = () => {
    const value = digits === '' ? null : Number(digits);
    digits = '';
    return value;
  };
  for (const character of plain) {
    const digit = HAN_DIGITS.indexOf(character);
    if (/[\d.]/.test(character)) digits += character;
    else if (digit >= 0) digits += digit;
    else if (HAN_POWERS[character] !== undefined) group += (taken() ?? 1) * HAN_POWERS[character];
    else {
      const own = group + (taken() ?? 0);
      if (own === 0) return null;
      total += own * HAN_MYRIADS[character]!;
      group = 0;
    }
  }
  const value = total + group + (taken() ?? 0);
  return Number.isFinite(value) ? value : null;
}

/** Lower case with ASCII digits. Every character keeps its offset. */
export function plainInPlace(text: string): string {
  const change = (piece: string) => asciiDigits(piece).toLowerCase();
  const whole = change(text);
  if (whole.length === text.length) return whole;
  return [...text]
    .map((character) => {
      const changed = change(character);
      return changed.length === character.length ? changed : character;
    })
    .join('');
}

/** The first number of a run of digits, marks and spaces: "10" of "10-12", but all of "1 250 300". */
export function firstNumber(run: string): string {
  const grouped = /^\d{1,3}(?:[ \u00a0\u202f\u2009'’]\d{3}(?!\d))+(?:[.,٫]\d+)?/.exec(run);
  return grouped?.[0] ?? /^\d+(?:[.,٫٬]\d+)*/.exec(run)![0];
}
