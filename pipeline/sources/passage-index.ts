/**
 * Finds, among the passages of fetched pages, the few that may speak of a claim. It does for pages what a full-text
 * store does for a library: candidates by words; ranking them is the engine's work.
 */
import { type MatchedPlace, placesAround } from '#common/around-matches.ts';
import { nextTurn } from '#common/turns.ts';
import { type KnownStems, stemsOf } from '#engine/retrieval/words.ts';
import type { CandidatePassage, SearchQuery } from '#engine/types.ts';

export interface PassageIndex {
  /**
   * The `limit` passages that hold most of the query's words, rare words counting more; none without any. Then, up to
   * `total` in all, passages that stand around them.
   */
  search(query: SearchQuery, limit: number, total?: number): CandidatePassage[];
}

/** Indexing this many passages takes some ten milliseconds; then others get a turn of the event loop. */
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
        // Inverse document frequency, as in BM25; how often a word stands in one short passage says little.
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
