/** Which substitutes and open references of a sentence concern one of its statements. */
import { startsWithCapital } from '#engine/language/letters.ts';
import type { Sentence } from './parse.ts';
import type { Atom } from './pieces.ts';
import type { References } from './reference-notes.ts';

/** A name already said in the statement is not said again for the next pronoun. */
export function replacements(sentence: Sentence, atom: Atom, references: References): Map<number, string> {
  const chosen = new Map<number, string>();
  let said = '';
  for (const piece of atom.pieces) {
    if (typeof piece === 'string') {
      said += ` ${piece}`;
      continue;
    }
    const substitute = references.replace.get(piece);
    // A noun is dropped together with its article, which holds the name, or stays with it.
    const isUsed = substitute === '' ? chosen.has(piece - 1) : !isSaid(said, substitute?.replace(/['’]s?$/u, '') ?? '');
    if (substitute !== undefined && isUsed) chosen.set(piece, substitute);
    said += ` ${chosen.get(piece) ?? sentence.words[piece]!.text}`;
  }
  return chosen;
}

/** Whether the name stands in the text, and not only inside a longer one ("Karsund" in "Karsund Power Mill"). */
function isSaid(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    if (name === '' || !/^(?: \p{Lu}|\p{L})/u.test(text.slice(at + name.length, at + name.length + 3))) return true;
  }
  return false;
}

export function namesPutIn(replace: ReadonlyMap<number, string>): string[] {
  return [...replace.values()]
    .map((text) => text.replace(/^the (?=\p{Lu})/u, '').replace(/['’]s?$/u, ''))
    .filter((text) => startsWithCapital(text));
}

/** What the words in use refer to, apart from what stands among them. */
export function inUse(
  found: ReadonlyMap<number, string>,
  used: ReadonlySet<number>,
  anchors: ReadonlyMap<number, readonly number[]>,
): string[] {
  const isInside = (word: number) => anchors.get(word)?.some((anchor) => used.has(anchor)) === true;
  return [...new Set([...found].filter(([word]) => used.has(word) && !isInside(word)).map(([, text]) => text))];
}
