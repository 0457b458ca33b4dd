/** The passages that match any of some terms best, where a passage's score is the sum of what each term adds to it. */

/** Numbers of the passages that have a term, each followed by what the term adds to its score: less is better. */
export type PassageScores = Float64Array;

interface Scored {
  passage: number;
  score: number;
}

/** Negative where the first passage comes before the second. */
type Order = (passage: number, other: number) => number;

/** Numbers of the `limit` (at least 1) passages with the least sums, in order; of equal ones the first in order of `ties`. */
export function bestPassages(
  terms: readonly PassageScores[],
  limit: number,
  ties: Order = (passage, other) => passage - other,
): number[] {
  const sums = new Map<number, number>();
  for (const scores of terms) {
    for (let i = 0; i < scores.length; i += 2) {
      sums.set(scores[i]!, (sums.get(scores[i]!) ?? 0) + scores[i + 1]!);
    }
  }
  const best: Scored[] = [];
  const isBefore = (passage: number, score: number, other: Scored) =>
    score < other.score || (score === other.score && ties(passage, other.passage) < 0);
  for (const [passage, score] of sums) {
    // Most are worse than the last one of a full list.
    if (best.length === limit && !isBefore(passage, score, best.at(-1)!)) continue;
    if (best.length === limit) best.pop();
    let place = best.length;
    while (place > 0 && isBefore(passage, score, best[place - 1]!)) place--;
    best.splice(place, 0, { passage, score });
  }
  return best.map(({ passage }) => passage);
}
