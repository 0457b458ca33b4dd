/** Hyphens, and dashes that join two words. */
import type { Token } from './nlp.ts';

/** True for a hyphen, including the non-breaking one. */
function isHyphenMark(text: string): boolean {
  return text === '-' || text === '‐' || text === '‑';
}

/** True for the marks that join the parts of a name: the hyphen of "Marie-Luce", the dash of "Cassini–Huygens". */
export function isNameJoint(text: string): boolean {
  return isHyphenMark(text) || text === '–';
}

/** True if neither side of the token has a space. */
export function joinsWords(tokens: readonly Token[], at: number): boolean {
  const { start, end } = tokens[at]!;
  return tokens[at - 1]?.end === start && tokens[at + 1]?.start === end;
}

/** True for the hyphen of "well-written". */
export function isHyphen(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at];
  return token !== undefined && isHyphenMark(token.text) && joinsWords(tokens, at);
}
