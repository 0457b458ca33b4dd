/** Makes external text safe for a terminal: it must not move the cursor, set colours or reorder the text around it. */

/** C0 and C1 controls except line breaks, characters that reorder or hide text, tags, and lone surrogates. */
const UNPRINTABLE =
  /[\0-\x09\x0b-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\p{Cs}\u{e0000}-\u{e007f}]/gu;

/** Removes these characters. Keeps line breaks; tabs become spaces. */
export function printable(text: string): string {
  return text.replace(/\r\n?/g, '\n').replaceAll('\t', '  ').replace(UNPRINTABLE, '');
}

/** The same, on one line. */
export function printableLine(text: string): string {
  return printable(text).replace(/\s+/g, ' ').trim();
}
