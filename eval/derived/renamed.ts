/** Renames the subject of documents: the words of its name are replaced everywhere, and nothing else is changed. */
import { wordsIn } from './names.ts';

/** Invented names. A word gets the one at its own position in the list of words to be renamed. */
const OTHERS = ['Tarrow', 'Quembly', 'Vossick', 'Ildene', 'Brannick', 'Ossery', 'Feldmere', 'Corwith'];

function likeCase(other: string, found: string): string {
  if (found === found.toLowerCase()) return other.toLowerCase();
  return found.length > 1 && found === found.toUpperCase() ? other.toUpperCase() : other;
}

/** Returns a function that renames these lower-case words in a text or file name and keeps the case of each occurrence. */
export function renamer(names: ReadonlySet<string>): (text: string) => string {
  const others = new Map([...names].map((word, at) => [word, OTHERS[at % OTHERS.length]!] as const));
  const renamed = (found: string) => {
    const other = others.get(found.toLowerCase());
    return other === undefined ? found : likeCase(other, found);
  };
  return (text) => {
    let result = '';
    let at = 0;
    for (const word of wordsIn(text)) {
      const start = text.indexOf(word, at);
      result += text.slice(at, start) + renamed(word);
      at = start + word.length;
    }
    return result + text.slice(at);
  };
}
