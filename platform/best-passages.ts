/** Selects the best passages for some terms, where a passage's score is the sum of its scores for the terms. */

/** Numbers of the passages that contain a term, each followed by its score for the term; lower is better. */
export type PassageScores = Float64Array;

interface Scored {
  passage: number;
  score: number;
}

/** Negative if the first passage comes before the second. */
type Order = (passage: number, other: number) => number;

/** Numbers of the `limit` (at least 1) passages with the lowest sums, in order; `ties` orders equal ones. */
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
    // Most passages are worse than the last one of a full list.
    if (best.length === limit && !isBefore(passage, score, best.at(-1)!)) continue;
    if (best.length === limit) best.pop();
    let place = best.length;
    while (place > 0 && isBefore(passage, score, best[place - 1]!)) place--;
    best.splice(place, 0, { passage, score });
  }
  return best.map(({ passage }) => passage);
}
