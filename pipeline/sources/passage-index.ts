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
  /** The largest share of the query's words that one passage holds, 0..1. */
  bestShare(query: SearchQuery): number;
  /** Passages of one source are added together. */
  add(passages: readonly CandidatePassage[]): Promise<void>;
}

/** Indexing this many passages takes some ten milliseconds; after that, other work gets a turn. */
const PASSAGES_PER_TURN = 100;

/** An index of `first`, to which more may be added. */
export async function indexPassages(first: readonly CandidatePassage[]): Promise<PassageIndex> {
  const passages: CandidatePassage[] = [];
  const holders = new Map<string, number[]>();
  const stems: KnownStems = new Map();
  const places = new Places();
  const stemsIn = (query: SearchQuery) => new Set(query.terms.flatMap((term) => stemsOf(term, stems)));
  const index: PassageIndex = {
    search(query, limit, total = 0) {
      const scores = new Map<number, number>();
      for (const stem of stemsIn(query)) {
        const found = holders.get(stem) ?? [];
        // Inverse document frequency, as in BM25. Term frequency is ignored: in a short passage it says little.
        const weight = Math.log(1 + (passages.length - found.length + 0.5) / (found.length + 0.5));
        for (const i of found) scores.set(i, (scores.get(i) ?? 0) + weight);
      }
      const matches = [...scores]
        .sort(([a, x], [b, y]) => y - x || a - b)
        .slice(0, limit)
        .map(([i]) => i);
      const around = placesAround(
        matches.map((i) => places.of(i)),
        total - matches.length,
      );
      return [...matches, ...around.map(({ document: first, ordinal }) => first + ordinal)].map((i) => passages[i]!);
    },
    bestShare(query) {
      const wanted = stemsIn(query);
      const counts = new Map<number, number>();
      for (const stem of wanted) for (const i of holders.get(stem) ?? []) counts.set(i, (counts.get(i) ?? 0) + 1);
      return wanted.size === 0 ? 0 : counts.values().reduce((best, count) => Math.max(best, count), 0) / wanted.size;
    },
    async add(more) {
      for (const [n, passage] of more.entries()) {
        const i = passages.push(passage) - 1;
        places.add(passage);
        for (const stem of new Set(stemsOf(passage.text, stems))) {
          const known = holders.get(stem);
          if (known === undefined) holders.set(stem, [i]);
          else known.push(i);
        }
        if (n % PASSAGES_PER_TURN === PASSAGES_PER_TURN - 1) await nextTurn();
      }
    },
  };
  await index.add(first);
  return index;
}

/** Places of passages, their documents named by where they begin; those of one source stand together. */
class Places {
  readonly #firsts: number[] = [];
  readonly #counts = new Map<number, number>();
  #last: CandidatePassage['source'] | null = null;

  add({ source }: CandidatePassage): void {
    const i = this.#firsts.length;
    const first = source === this.#last ? this.#firsts[i - 1]! : i;
    this.#last = source;
    this.#firsts.push(first);
    this.#counts.set(first, i - first + 1);
  }

  of(i: number): MatchedPlace<number> {
    const first = this.#firsts[i]!;
    return { document: first, ordinal: i - first, passages: this.#counts.get(first)! };
  }
}
