/** The name of what a text is about: for whether its claims are of the same as a document. */

/** Capitalised words in a row, joined by small words that names have. */
const RUN = /\p{Lu}[\p{L}\p{N}’'-]*(?:\s(?:(?:of|and|&|de|van|von|der)\s)?\p{Lu}[\p{L}\p{N}’'-]*)*/gu;
/** What may stand capitalised at the beginning of any sentence. */
const OPENERS = new Set(
  (
    'the a an this that these those it he she they we you i in on at for from to of by with as if when while after before since until and but or so no not ' +
    'all most some many few each every both there here what who how why where which yes dear hello thanks summary note however also according our your his her its their'
  ).split(' '),
);
const MOST_TEXT = 20_000;

function namesIn(text: string): string[] {
  return [...text.matchAll(RUN)].flatMap(([run]) => {
    const words = run.split(/\s+/u);
    while (words.length > 0 && OPENERS.has(words[0]!.toLowerCase())) words.shift();
    return words.length === 0 ? [] : [words.join(' ').replace(/[’']s$/u, '')];
  });
}

/** True for a line of its own that stands over the text. */
function isTitle(line: string): boolean {
  return /^(?:#|\*\*)/u.test(line) || (line.length <= 90 && !/[.!?:,]$/u.test(line));
}

/** The text's main name as lower-case words: of its title, else the one named most often, at least twice. Null if none stands out. */
export function mainNameOf(text: string): string[] | null {
  const read = text.slice(0, MOST_TEXT);
  const counts = new Map<string, number>();
  for (const name of namesIn(read)) counts.set(name, (counts.get(name) ?? 0) + 1);
  const first = read.split('\n').find((line) => line.trim() !== '') ?? '';
  const titled = isTitle(first.trim()) ? namesIn(first).filter((name) => (counts.get(name) ?? 0) > 1) : [];
  const often = [...counts].filter(([, count]) => count > 1).sort((a, b) => b[1] - a[1]);
  const name = titled[0] ?? often[0]?.[0];
  return name === undefined ? null : name.toLowerCase().split(/[\s-]+/u);
}
