/**
 * Finds the passages of fetched pages that may be about a claim. It does for pages what a full-text store does for a
 * library: it selects candidates by words, and the engine ranks them.
 */
import { nextTurn } from '#common/turns.ts';
import { type KnownStems, stemsOf } from '#engine/retrieval/words.ts';
import type { CandidatePassage, SearchQuery } from '#engine/types.ts';

export interface PassageIndex {
  /**
   * Returns the `limit` passages that hold most of the query's words, weighting rare words more; none that hold no
   * word.
   */
  search(query: SearchQuery, limit: number): CandidatePassage[];
}

/** Indexing this many passages takes some ten milliseconds; after that, other work gets a turn. */
const PASSAGES_PER_TURN = 100;

export async function indexPassages(passages: readonly CandidatePassage[]): Promise<PassageIndex> {
  const holders = new Map<string, number[]>();
  const stems: KnownStems = new Map();
  for (let i = 0; i < passages.length; i++) {
    for (const stem of new Set(stemsOf(passages[i]!.text, stems))) {
      const known = holders.get(stem);
      if (known === undefined) holders.set(stem, [i]);
      else known.push(i);
    }
    if (i % PASSAGES_PER_TURN === PASSAGES_PER_TURN - 1) await nextTurn();
  }

  return {
    search({ terms }, limit) {
      const scores = new Map<number, number>();
      for (const stem of new Set(terms.flatMap((term) => stemsOf(term, stems)))) {
        const found = holders.get(stem) ?? [];
        // Inverse document frequency, as in BM25. Term frequency is ignored: in a short passage it says little.
        const weight = Math.log(1 + (passages.length - found.length + 0.5) / (found.length + 0.5));
        for (const i of found) scores.set(i, (scores.get(i) ?? 0) + weight);
      }
      return [...scores]
        .sort(([a, x], [b, y]) => y - x || a - b)
        .slice(0, limit)
        .map(([i]) => passages[i]!);
    },
  };
}
