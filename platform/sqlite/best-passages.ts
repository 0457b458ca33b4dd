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
  for (const [passage, score] of sums) insert(best, { passage, score }, limit);
  return best.map(({ passage }) => passage);
}

/** Keeps the list in order and no longer than `limit`: most candidates are worse than its last one. */
function insert(best: Scored[], candidate: Scored, limit: number): void {
  if (best.length === limit) {
    if (compare(candidate, best.at(-1)!) > 0) return;
    best.pop();
  }
  let place = best.length;
  while (place > 0 && compare(candidate, best[place - 1]!) < 0) place--;
  best.splice(place, 0, candidate);
}

function compare(a: Scored, b: Scored): number {
  return a.score - b.score || a.passage - b.passage;
}
