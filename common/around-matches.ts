/** Selects the passages around those that a search matched. */

/** A passage and its place: passages are numbered from 0 in each document. */
export interface MatchedPlace<Document> {
  document: Document;
  ordinal: number;
  /** Number of passages in its document. */
  passages: number;
}

/**
 * Places around `matches`, at most `count`, nearest first: of every match the passage before, the one after, and the
 * beginning of its document, then those two away, and so on. Matches and places named before are left out. Takes time
 * proportional to `matches` times `count` at most, however long the documents are.
 */
export function placesAround<Document>(
  matches: readonly MatchedPlace<Document>[],
  count: number,
): { document: Document; ordinal: number }[] {
  const taken = new Map<Document, Set<number>>();
  for (const { document, ordinal } of matches) taken.set(document, (taken.get(document) ?? new Set()).add(ordinal));
  const found: { document: Document; ordinal: number }[] = [];
  const furthest = Math.max(0, ...matches.map(({ ordinal, passages }) => Math.max(ordinal, passages - 1 - ordinal)));
  for (let distance = 1; distance <= furthest && found.length < count; distance++) {
    for (const { document, ordinal, passages } of matches) {
      const near = [ordinal - distance, ordinal + distance, ...(distance === 1 ? [0] : [])];
      for (const at of near) {
        if (at < 0 || at >= passages || found.length >= count || taken.get(document)!.has(at)) continue;
        taken.get(document)!.add(at);
        found.push({ document, ordinal: at });
      }
    }
  }
  return found;
}
