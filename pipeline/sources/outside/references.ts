/** Which of an article's references may speak of a claim. */
import type { SearchQuery } from '#engine/types/retrieval.ts';

/** Shorter words occur in URLs by chance. */
const SHORTEST_WORD = 4;

/** The `urls` that contain words of the query, those with most words first, then in the order of the document. */
export function likeliestReferences(urls: readonly string[], { terms }: SearchQuery): string[] {
  const words = terms.filter((term) => term.length >= SHORTEST_WORD);
  const scored = urls.flatMap((url) => {
    if (!/^https:/.test(url)) return [];
    const address = url.toLowerCase();
    const score = words.filter((word) => address.includes(word)).length;
    return score > 0 ? [{ url, score }] : [];
  });
  return scored.toSorted((a, b) => b.score - a.score).map(({ url }) => url);
}
