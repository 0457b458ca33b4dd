/** Parsers for lists written as strings: words are separated by spaces, rows by bars. */

export const wordsIn = (list: string): string[] => list.split(' ');

export const rowsIn = (list: string): string[][] => list.split('|').map(wordsIn);

/** Rows of two words each. */
export const pairsIn = (list: string): [string, string][] => rowsIn(list) as [string, string][];

/** Maps each word to the name of its list. Entries are separated by `between`, which may be another mark if they are phrases. */
export function byWord<Name extends string>(
  lists: Readonly<Partial<Record<Name, string>>>,
  between = ' ',
): Map<string, Name> {
  const named = Object.entries(lists) as [Name, string][];
  return new Map(named.flatMap(([name, words]) => words.split(between).map((word) => [word, name] as const)));
}

export const wordSet = (list: string): Set<string> => new Set(wordsIn(list));
