/** The same documents about another: the words that name their subject are others everywhere, and nothing else is. */
import { wordsIn } from './names.ts';

/** Invented; by the place of a word among those that are renamed. */
const OTHERS = ['Tarrow', 'Quembly', 'Vossick', 'Ildene', 'Brannick', 'Ossery', 'Feldmere', 'Corwith'];

function likeCase(other: string, found: string): string {
  if (found === found.toLowerCase()) return other.toLowerCase();
  return found.length > 1 && found === found.toUpperCase() ? other.toUpperCase() : other;
}

/** Renames these lower-case words in a text or a file's name, in whatever case they stand there. */
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
