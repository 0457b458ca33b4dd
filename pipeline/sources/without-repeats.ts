/** Several queries find the same passages. */
import type { CandidatePassage } from '#engine/types/retrieval.ts';

/** Each passage of a document once, where it comes first. Both queries of a claim often find the same objects. */
export function withoutRepeats(candidates: readonly CandidatePassage[]): CandidatePassage[] {
  const byPlace = new Map<string, CandidatePassage>();
  for (const candidate of new Set(candidates)) {
    const place = `${candidate.source.canonical_url}\n${candidate.text}`;
    if (!byPlace.has(place)) byPlace.set(place, candidate);
  }
  return [...byPlace.values()];
}
