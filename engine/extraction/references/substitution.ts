/** Selects the replacements and open references of a sentence that concern one of its statements. */
import { startsWithCapital } from '#engine/language/letters.ts';
import type { Sentence } from '../grammar/parse.ts';
import type { Atom } from '../grammar/pieces.ts';
import type { References } from './reference-notes.ts';

/** Replacements by word index; a name already in the statement doesn't replace the next pronoun too. */
export function replacements(sentence: Sentence, atom: Atom, references: References): Map<number, string> {
  const chosen = new Map<number, string>();
  const used = new Set(atom.pieces.filter((piece) => typeof piece === 'number'));
  let said = '';
  for (const piece of atom.pieces) {
    if (typeof piece === 'string') {
      said += ` ${piece}`;
      continue;
    }
    const substitute = references.replace.get(piece) ?? nameFor(piece, used, references);
    // A noun is dropped only if its article was replaced by the name.
    const isUsed =
      substitute === '' ? chosen.has(piece - 1) : !isMentioned(said, substitute?.replace(/['’]s?$/u, '') ?? '');
    if (substitute !== undefined && isUsed) chosen.set(piece, substitute);
    said += ` ${chosen.get(piece) ?? sentence.words[piece]!.text}`;
  }
  return chosen;
}

/** The name of an open pronoun whose anchor is in another statement. */
function nameFor(pronoun: number, used: ReadonlySet<number>, { named, anchors }: References): string | undefined {
  return anchors.get(pronoun)?.some((anchor) => used.has(anchor)) === true ? undefined : named.get(pronoun);
}

/** True if the text has the name, and not only inside a longer one ("Karsund" in "Karsund Power Mill"). */
function isMentioned(text: string, name: string): boolean {
  // "The engine" at the beginning is "the engine" that replaces "it".
  if (name.startsWith('the ') && text.startsWith(` T${name.slice(1)}`)) return true;
  // "Corrada del Río" is "Baltasar Corrada del Río".
  const surname = name.slice(name.indexOf(' ') + 1);
  if (surname.includes(' ') && /^\p{Lu}/u.test(surname) && text.startsWith(` ${surname} `)) return true;
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    if (name === '' || !/^(?: \p{Lu}|\p{L})/u.test(text.slice(at + name.length, at + name.length + 3))) return true;
  }
  return false;
}

/** The names among the replacements, without article and possessive ending. */
export function substitutedNames(replace: ReadonlyMap<number, string>): string[] {
  return [...replace.values()]
    .map((text) => text.replace(/^the (?=\p{Lu})/u, '').replace(/['’]s?$/u, ''))
    .filter((text) => startsWithCapital(text));
}

/** The open references whose words are used, except those that have a name or an anchor among the used words. */
export function openInUse({ open, anchors, named }: References, used: ReadonlySet<number>): string[] {
  const isInside = (word: number) => named.has(word) || anchors.get(word)?.some((anchor) => used.has(anchor)) === true;
  return textsInUse(open, used, isInside);
}

/** The texts in `found` whose words are used. */
export function textsInUse(
  found: ReadonlyMap<number, string>,
  used: ReadonlySet<number>,
  isInside: (word: number) => boolean = () => false,
): string[] {
  return [...new Set([...found].filter(([word]) => used.has(word) && !isInside(word)).map(([, text]) => text))];
}
