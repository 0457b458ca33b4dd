/** Numbers of list items as a document shows them. */

export type NumeralFormat = 'decimal' | 'lower-letter' | 'upper-letter' | 'lower-roman' | 'upper-roman';

const ROMAN: readonly [number, string][] = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
];
/** Larger Roman numerals have no signs, and nobody reads letters as such numbers. */
const MOST_AS_LETTERS = 3_999;

/** After `z` comes `aa`, as in word processors. Values that a format can't express are decimal. */
export function numeral(value: number, format: NumeralFormat): string {
  if (value < 1 || value > MOST_AS_LETTERS) return String(value);
  switch (format) {
    case 'decimal':
      return String(value);
    case 'lower-letter':
      return letters(value);
    case 'upper-letter':
      return letters(value).toUpperCase();
    case 'lower-roman':
      return roman(value);
    case 'upper-roman':
      return roman(value).toUpperCase();
  }
}

function letters(value: number): string {
  return String.fromCharCode(97 + ((value - 1) % 26)).repeat(Math.ceil(value / 26));
}

function roman(value: number): string {
  let rest = value;
  let text = '';
  for (const [worth, sign] of ROMAN) {
    for (; rest >= worth; rest -= worth) text += sign;
  }
  return text;
}
