/**
 * Lets neighbouring claims with largely the same passages share all of them. A question to a language model covers several claims
 * of a paragraph and shows all their passages, but a label counts for a claim only if the passage is among the claim's own.
 */
import { SHARED_QUESTION_LIMITS } from '#engine/most-together.ts';
import type { SearchedClaim } from '#engine/types/extraction.ts';
import type { CandidatePassage, RankedPassage } from '#engine/types/retrieval.ts';
import { rankFurther, rankPassages } from './rank.ts';

/**
 * Ranks like `rankPassages` for each claim, and appends the passages of the neighbours that will share a question with it.
 * `paragraphs[i]`: paragraph of `claims[i]`.
 */
export function rankTogether(
  claims: readonly SearchedClaim[],
  candidates: CandidatePassage[][],
  paragraphs: readonly number[],
): RankedPassage[][] {
  const ranked = claims.map((claim, i) => rankPassages(claim, candidates[i]!));
  const shared = new Map<number, RankedPassage[]>();
  for (const group of sharing(ranked, paragraphs)) {
    const all = distinct(group.flatMap((i) => ranked[i]!));
    for (const i of group) {
      const others = without(all, ranked[i]!);
      if (others.length > 0) shared.set(i, rankFurther(claims[i]!, ranked[i]!, others));
    }
  }
  return ranked.map((own, i) => shared.get(i) ?? own);
}

/** Groups the indexes of claims that are neighbours in a paragraph and have few passages altogether. */
function sharing(ranked: readonly RankedPassage[][], paragraphs: readonly number[]): number[][] {
  const groups: number[][] = [];
  for (const i of ranked.keys()) {
    if (ranked[i]!.length === 0) continue;
    const group = groups.at(-1);
    const joined = [...(group ?? []), i];
    const mayJoin =
      group !== undefined &&
      paragraphs[group[0]!] === paragraphs[i] &&
      joined.length <= SHARED_QUESTION_LIMITS.claims &&
      distinct(joined.flatMap((each) => ranked[each]!)).length <= SHARED_QUESTION_LIMITS.passages;
    if (mayJoin) group.push(i);
    else groups.push([i]);
  }
  return groups;
}

const placeOf = ({ source, text }: CandidatePassage) => `${source.canonical_url}\n${text}`;

function distinct(passages: readonly RankedPassage[]): RankedPassage[] {
  return [...new Map(passages.map((passage) => [placeOf(passage), passage])).values()];
}

function without(passages: readonly RankedPassage[], known: readonly RankedPassage[]): RankedPassage[] {
  const places = new Set(known.map(placeOf));
  return passages.filter((passage) => !places.has(placeOf(passage)));
}
