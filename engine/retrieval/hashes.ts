/**
 * Words as numbers, in sorted lists. Thousands of passages are kept, and a list of numbers takes a third of the memory of
 * a set, or of the words themselves.
 */

const FNV_OFFSET = 0x811c9dc5 | 0;
const FNV_PRIME = 0x01000193;

/**
 * FNV-1a over UTF-16 units, 32 bits, signed. Two words have the same hash once in four billion pairs. A passage then seems to
 * have a word that it does not have: it may rank higher, or seem more like another one, than it should.
 */
export function hashOf(word: string): number {
  let hash = FNV_OFFSET;
  for (let i = 0; i < word.length; i++) hash = Math.imul(hash ^ word.charCodeAt(i), FNV_PRIME);
  return hash;
}

/** Each number once, in ascending order. */
export function sortedDistinct(hashes: readonly number[]): number[] {
  return hashes.toSorted((a, b) => a - b).filter((hash, i, all) => i === 0 || hash !== all[i - 1]);
}

/** Whether a list made by `sortedDistinct` has the number. */
export function isAmong(hash: number, sorted: readonly number[]): boolean {
  let from = 0;
  let to = sorted.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if (sorted[middle]! < hash) from = middle + 1;
    else to = middle;
  }
  return sorted[from] === hash;
}
