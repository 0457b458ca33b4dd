/** Tests that run on every word of a text. For plain letters they skip the regular expression. */

const LOWER_A = 0x61;
const LOWER_Z = 0x7a;

function isPlainLetter(code: number): boolean {
  return code >= LOWER_A && code <= LOWER_Z;
}

/** True if the first character is a capital letter of any script. */
export function startsWithCapital(text: string): boolean {
  return !isPlainLetter(text.charCodeAt(0)) && /^\p{Lu}/u.test(text);
}

/** True if the text contains a letter, a digit or a percent sign. */
export function hasMeaning(text: string): boolean {
  return isPlainLetter(text.charCodeAt(0)) || /[\p{L}\p{N}%]/u.test(text);
}

/** Lower case without diacritics, with compatibility forms replaced: "Café ﬁ" → "cafe fi". */
export function fold(text: string): string {
  return withoutMarks(text).toLowerCase();
}

const ASCII = /^\p{ASCII}*$/u;

/** Like `fold`, but keeps the case. */
export function withoutMarks(text: string): string {
  if (ASCII.test(text)) return text;
  return text.normalize('NFKD').replace(/\p{M}+/gu, '');
}
