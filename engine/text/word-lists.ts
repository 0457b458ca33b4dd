/** Lists as they are written down: words between spaces, rows of words between bars. */

export const wordsIn = (list: string): string[] => list.split(' ');

export const rowsIn = (list: string): string[][] => list.split('|').map(wordsIn);

/** Rows of two words each. */
export const pairsIn = (list: string): [string, string][] => rowsIn(list) as [string, string][];

/** Each word of the lists, or phrase with another mark `between` them, by the name of its list. */
export function byWord<Name extends string>(
  lists: Readonly<Partial<Record<Name, string>>>,
  between = ' ',
): Map<string, Name> {
  const named = Object.entries(lists) as [Name, string][];
  return new Map(named.flatMap(([name, words]) => words.split(between).map((word) => [word, name] as const)));
}

export const wordSet = (list: string): Set<string> => new Set(wordsIn(list));
