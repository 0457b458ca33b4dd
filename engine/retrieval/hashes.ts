/**
 * Represents words as hashes in sorted lists. Thousands of passages are kept in memory, and a list of numbers takes a third of
 * the memory of a set or of the words themselves.
 */

const FNV_OFFSET = 0x811c9dc5 | 0;
const FNV_PRIME = 0x01000193;

/**
 * FNV-1a over UTF-16 units, 32 bits, signed. One in four billion pairs of words collides. A passage then seems to have a word
 * that it lacks: it may rank higher, or look more like another passage, than it should.
 */
export function hashOf(word: string): number {
  let hash = FNV_OFFSET;
  for (let i = 0; i < word.length; i++) hash = Math.imul(hash ^ word.charCodeAt(i), FNV_PRIME);
  return hash;
}

/** The distinct numbers (signed, 32 bits) in ascending order. */
export function sortedDistinct(hashes: readonly number[]): number[] {
  // A typed array sorts numbers without a callback for each pair.
  const sorted = new Int32Array(hashes).sort();
  const distinct: number[] = [];
  for (let i = 0; i < sorted.length; i++) if (i === 0 || sorted[i] !== sorted[i - 1]) distinct.push(sorted[i]!);
  return distinct;
}

/** Whether a list made by `sortedDistinct` contains the number. */
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
