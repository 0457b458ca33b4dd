/**
 * Full-text search over passages in memory: for pages that were fetched for one verification and stand in no store. It
 * answers as a store does (see plan-queries), so that source-set pages and library documents come to the ranking alike.
 */
import type { CandidatePassage } from '#engine/types.ts';
import { BM25_B, BM25_K1 } from './bm25.ts';
import { foldedWords, stemOf, stemsOf } from './words.ts';

export interface PassageIndex {
  /** The at most `limit` passages that hold any of the terms, by BM25, best first; ties in the order of indexing. */
  search(terms: readonly string[], limit: number): CandidatePassage[];
}

interface Postings {
  passages: number[];
  frequencies: number[];
}

/** Indexes `candidates` once; a search then looks only at passages that hold a term. */
export function createPassageIndex(candidates: readonly CandidatePassage[]): PassageIndex {
  const postings = new Map<string, Postings>();
  const lengths = candidates.map((candidate, id) => addPassage(postings, id, stemsOf(candidate.text)));
  const averageLength = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length) || 1;
  return {
    search(terms, limit) {
      const scores = new Map<number, number>();
      const stems = new Set(terms.flatMap((term) => foldedWords(term).map(stemOf)));
      for (const stem of stems) {
        const found = postings.get(stem);
        if (found === undefined) continue;
        const holders = found.passages.length;
        const idf = Math.log(1 + (candidates.length - holders + 0.5) / (holders + 0.5));
        found.passages.forEach((id, i) => {
          const frequency = found.frequencies[i]!;
          const norm = BM25_K1 * (1 - BM25_B + (BM25_B * lengths[id]!) / averageLength);
          scores.set(id, (scores.get(id) ?? 0) + (idf * frequency * (BM25_K1 + 1)) / (frequency + norm));
        });
      }
      return [...scores]
        .toSorted(([idA, a], [idB, b]) => b - a || idA - idB)
        .slice(0, limit)
        .map(([id]) => candidates[id]!);
    },
  };
}

function addPassage(postings: Map<string, Postings>, id: number, stems: string[]): number {
  for (const stem of stems) {
    const list = postings.get(stem) ?? { passages: [], frequencies: [] };
    postings.set(stem, list);
    if (list.passages.at(-1) === id) list.frequencies[list.frequencies.length - 1]!++;
    else {
      list.passages.push(id);
      list.frequencies.push(1);
    }
  }
  return stems.length;
}
