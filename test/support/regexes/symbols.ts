/** One symbol for all characters that a pattern doesn't tell apart: all that matters is which of its classes hold one. */
import type { AST } from '@eslint-community/regexpp';

export type Atom = AST.Character | AST.CharacterSet | AST.CharacterClass | AST.ExpressionCharacterClass;

/** Some beyond the first 65,536 characters, which are all looked at: letters with and without case, digits, signs. */
const BEYOND = ['𐐀', '𐐨', '𠀀', '𝐀', '𝟎', '𞤀', '𞤢', '😀', '🇬', '🏻', '\u{e0041}', '\u{f0000}', '\u{10ffff}'];
const CHARACTERS = [...Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code)), ...BEYOND];

/** Which characters an atom holds. */
const held = new Map<string, Uint8Array>();

function heldBy(raw: string, flags: string): Uint8Array {
  const key = `${flags}/${raw}`;
  let holds = held.get(key);
  if (holds === undefined) {
    const pattern = new RegExp(`^${raw}$`, flags);
    holds = Uint8Array.from(CHARACTERS, (character) => Number(pattern.test(character)));
    held.set(key, holds);
  }
  return holds;
}

/** What `\b`, `^` and `$` tell apart. */
export const OTHER = 0;
export const WORD = 1;
export const LINE_END = 2;

export interface Alphabet {
  /** A character of each symbol. */
  characters: readonly string[];
  /** OTHER, WORD or LINE_END of each symbol. */
  kinds: readonly number[];
  /** The symbols of an atom. */
  symbolsOf(atom: Atom): readonly number[];
}

/** The alphabet of a pattern with these atoms. */
export function alphabetOf(atoms: readonly Atom[], allFlags: string): Alphabet {
  const flags = allFlags.replaceAll(/[^iuvs]/g, '');
  const raws = [...new Set(atoms.map(({ raw }) => raw))];
  const word = heldBy('\\w', flags);
  const lineEnd = heldBy('[\\n\\r\\u2028\\u2029]', flags);
  const sets = [word, lineEnd, ...raws.map((raw) => heldBy(raw, flags))];
  // Two numbers tell which sets hold a character: strings would take ten times as long.
  const cells = new Map<string, number>();
  const seen = new Set<number>();
  for (let at = 0; at < CHARACTERS.length; at++) {
    let hash = 7;
    for (const set of sets) hash = Math.imul(hash, 31) + set[at]! + (hash >>> 15);
    if (sets.length > 24 || !seen.has(hash)) {
      seen.add(hash);
      let key = '';
      for (const set of sets) key += set[at];
      if (!cells.has(key)) cells.set(key, at);
    }
  }
  const examples = [...cells.values()];
  const symbols = new Map(
    raws.map((raw, i) => [raw, examples.flatMap((at, symbol) => (sets[i + 2]![at] === 1 ? [symbol] : []))]),
  );
  return {
    characters: examples.map((at) => CHARACTERS[at]!),
    kinds: examples.map((at) => (lineEnd[at] === 1 ? LINE_END : word[at] === 1 ? WORD : OTHER)),
    symbolsOf: ({ raw }) => symbols.get(raw)!,
  };
}
