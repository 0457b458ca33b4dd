/** Finds the names of an article's subject that both its documents and its text use. */
import { isKnownWord } from '#engine/text/lexicon.ts';
import { isMonth, isWeekday } from '#engine/values/calendar.ts';

/** A run of capitalised words and the figures after them, which may be joined by the small words of names. */
const RUN = /\p{Lu}[\p{L}\p{N}’'-]*(?:\s(?:(?:of|and|&|de|van|von|der)\s)?[\p{Lu}\p{N}][\p{L}\p{N}’'-]*)*/gu;
const WORD = /[\p{L}\p{N}]+/gu;

/** The words of a text, unchanged. */
export function wordsIn(text: string): string[] {
  return text.match(WORD) ?? [];
}

/** Converts a file name such as "mary-anning.txt" to a title: "Mary Anning". */
function asTitle(title: string): string {
  if (/\s/.test(title) || !/\.\p{L}{2,4}$/u.test(title)) return title;
  const words = wordsIn(title).slice(0, -1);
  return words.map((word) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`).join(' ');
}

export interface Names {
  /** Maps the title of a document to the name in it: "Rolla Carshare". */
  byTitle: ReadonlyMap<string, string>;
  /** Lower-case words of these names that name nothing else, i.e. that the documents never write in lower case ("rolla"). */
  own: ReadonlySet<string>;
}

/**
 * Finds the names in `titles`, which are those of the documents or file names. The text must write all words of a name as the
 * title does.
 */
export function namesOf(text: string, titles: readonly string[], documents: readonly string[]): Names {
  const inText = new Set(wordsIn(text));
  const counts = new Map<string, number>();
  for (const word of documents.flatMap(wordsIn)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const isOwn = (word: string) => {
    const lower = word.toLowerCase();
    if (lower === word || counts.has(lower) || inText.has(lower) || isMonth(lower) || isWeekday(lower)) return false;
    return !isKnownWord(lower) || (counts.get(word) ?? 0) > 1;
  };
  const byTitle = new Map<string, string>();
  for (const title of titles) {
    const names = [...asTitle(title).matchAll(RUN)].map(([run]) => run);
    const name = names.find((run) => {
      const words = wordsIn(run);
      return words.some(isOwn) && words.every((word) => inText.has(word));
    });
    if (name !== undefined) byTitle.set(title, name);
  }
  const own = [...byTitle.values()].flatMap(wordsIn).filter(isOwn);
  return { byTitle, own: new Set(own.map((word) => word.toLowerCase())) };
}
