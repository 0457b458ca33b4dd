/**
 * Finds the passages of fetched pages that may be about a claim. It does for pages what a full-text store does for a
 * library: it selects candidates by words, and the engine ranks them.
 */
import { type MatchedPlace, placesAround } from '#common/around-matches.ts';
import { Turn } from '#common/turns.ts';
import { indexedTexts } from '#engine/retrieval/terms-of-language.ts';
import { type KnownStems, stemsOf } from '#engine/retrieval/words.ts';
import type { CandidatePassage, RetrievalGap, SearchQuery } from '#engine/types/retrieval.ts';
import { type OpenSource, PER_QUERY } from './source.ts';

export interface PassageIndex {
  /**
   * Returns the `limit` passages that hold most of the query's words, weighting rare words more; none that hold no
   * word. Then, up to `total` in all, passages around them.
   */
  search(query: SearchQuery, limit: number, total?: number): CandidatePassage[];
  /** The largest share of the query's words that one passage holds, 0..1, weighting rare words more; 1 without words. */
  bestShare(query: SearchQuery): number;
  /** Passages of one source are added together. */
  add(passages: readonly CandidatePassage[]): Promise<void>;
}

/** The passages that may be about a claim with these queries. */
export function candidatesIn(index: Pick<PassageIndex, 'search'>, queries: readonly SearchQuery[]): CandidatePassage[] {
  return queries.flatMap((query) => index.search(query, PER_QUERY.matches, PER_QUERY.candidates));
}

/** The index as a source; `gaps`: why it lacks some of the source's passages. */
export function searchable(index: PassageIndex, gaps: readonly RetrievalGap[]): OpenSource {
  return {
    search: async (searches) =>
      searches.map(({ queries }) => ({ candidates: candidatesIn(index, queries), searched: true, gaps })),
  };
}

/** An index of `first`, to which more may be added. */
export async function indexPassages(first: readonly CandidatePassage[]): Promise<PassageIndex> {
  const passages: CandidatePassage[] = [];
  const holders = new Map<string, number[]>();
  const stems: KnownStems = new Map();
  const places = new Places();
  const stemsIn = (query: SearchQuery) => new Set(query.terms.flatMap((term) => stemsOf(term, stems)));
  // Inverse document frequency, as in BM25. Term frequency is ignored: in a short passage it says little.
  const weightOf = (holding: number) => Math.log(1 + (passages.length - holding + 0.5) / (holding + 0.5));
  /** By passage. */
  const scoresOf = (wanted: ReadonlySet<string>) => {
    const scores = new Map<number, number>();
    for (const stem of wanted) {
      const found = holders.get(stem) ?? [];
      const weight = weightOf(found.length);
      for (const i of found) scores.set(i, (scores.get(i) ?? 0) + weight);
    }
    return scores;
  };
  const index: PassageIndex = {
    search(query, limit, total = 0) {
      const scores = scoresOf(stemsIn(query));
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
      const all = wanted.values().reduce((sum, stem) => sum + weightOf(holders.get(stem)?.length ?? 0), 0);
      const best = scoresOf(wanted)
        .values()
        .reduce((most, score) => Math.max(most, score), 0);
      return all === 0 ? 1 : best / all;
    },
    async add(more) {
      const turn = new Turn();
      const indexed = indexedTexts(more.map(({ text }) => text));
      for (const [at, passage] of more.entries()) {
        if (turn.isOver) await turn.next();
        const i = passages.push(passage) - 1;
        places.add(passage);
        for (const stem of new Set(stemsOf(indexed[at]!, stems))) {
          const known = holders.get(stem);
          if (known === undefined) holders.set(stem, [i]);
          else known.push(i);
        }
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
