/** The passages that match any of some phrases best. */
import type { PhraseScores } from './phrase-index.ts';

interface Scored {
  passage: number;
  score: number;
}

/** Numbers of the `limit` passages with the least sums, in order; of equal ones the lower number comes first. */
export function bestPassages(phrases: readonly PhraseScores[], limit: number): number[] {
  const sums = new Map<number, number>();
  for (const scores of phrases) {
    for (let i = 0; i < scores.length; i += 2) {
      sums.set(scores[i]!, (sums.get(scores[i]!) ?? 0) + scores[i + 1]!);
    }
  }
  const best: Scored[] = [];
  for (const [passage, score] of sums) {
    // Most are worse than the last one of a full list.
    if (best.length < limit || compare(passage, score, best.at(-1)!) < 0) insert(best, { passage, score }, limit);
  }
  return best.map(({ passage }) => passage);
}

/** Keeps the list in order and no longer than `limit`. */
function insert(best: Scored[], candidate: Scored, limit: number): void {
  if (best.length === limit) best.pop();
  let place = best.length;
  while (place > 0 && compare(candidate.passage, candidate.score, best[place - 1]!) < 0) place--;
  best.splice(place, 0, candidate);
}

function compare(passage: number, score: number, other: Scored): number {
  return score - other.score || passage - other.passage;
}
