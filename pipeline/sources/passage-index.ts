/**
 * Finds the passages of fetched pages that may be about a claim. It does for pages what a full-text store does for a
 * library: it selects candidates by words, and the engine ranks them.
 */
import { type MatchedPlace, placesAround } from '#common/around-matches.ts';
import { nextTurn } from '#common/turns.ts';
import { type KnownStems, stemsOf } from '#engine/retrieval/words.ts';
import type { CandidatePassage, SearchQuery } from '#engine/types.ts';

export interface PassageIndex {
  /**
   * Returns the `limit` passages that hold most of the query's words, weighting rare words more; none that hold no
   * word. Then, up to `total` in all, passages around them.
   */
  search(query: SearchQuery, limit: number, total?: number): CandidatePassage[];
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

  const placeOf = placesOf(passages);
  return {
    search({ terms }, limit, total = 0) {
      const scores = new Map<number, number>();
      for (const stem of new Set(terms.flatMap((term) => stemsOf(term, stems)))) {
        const found = holders.get(stem) ?? [];
        // Inverse document frequency, as in BM25. Term frequency is ignored: in a short passage it says little.
        const weight = Math.log(1 + (passages.length - found.length + 0.5) / (found.length + 0.5));
        for (const i of found) scores.set(i, (scores.get(i) ?? 0) + weight);
      }
      const matches = [...scores]
        .sort(([a, x], [b, y]) => y - x || a - b)
        .slice(0, limit)
        .map(([i]) => i);
      const around = placesAround(matches.map(placeOf), total - matches.length);
      return [...matches, ...around.map(({ document: first, ordinal }) => first + ordinal)].map((i) => passages[i]!);
    },
  };
}

/** Place of the i-th passage, its document named by where it begins; those of one source stand together. */
function placesOf(passages: readonly CandidatePassage[]): (i: number) => MatchedPlace<number> {
  const firsts: number[] = [];
  const counts = new Map<number, number>();
  passages.forEach(({ source }, i) => {
    const first = i > 0 && passages[i - 1]!.source === source ? firsts[i - 1]! : i;
    firsts.push(first);
    counts.set(first, i - first + 1);
  });
  return (i) => ({ document: firsts[i]!, ordinal: i - firsts[i]!, passages: counts.get(firsts[i]!)! });
}
