/** Which substitutes and open references of a sentence concern one of its statements. */
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
    const isUsed =
      substitute === '' ? chosen.has(piece - 1) : !said.includes(substitute?.replace(/['’]s?$/u, '') ?? '');
    if (substitute !== undefined && isUsed) chosen.set(piece, substitute);
    said += ` ${chosen.get(piece) ?? sentence.words[piece]!.text}`;
  }
  return chosen;
}

export function namesPutIn(replace: ReadonlyMap<number, string>): string[] {
  return [...replace.values()]
    .map((text) => text.replace(/^the (?=\p{Lu})/u, '').replace(/['’]s?$/u, ''))
    .filter((text) => /^\p{Lu}/u.test(text));
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
