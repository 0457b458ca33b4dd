/** Makes the queries of claims fit to leave the service: what identifies persons is left out. */
import type { BaseProfile } from '#contracts/vocabulary.ts';
import type { SearchQuery } from '#engine/types.ts';
import type { ClaimSearch, SearchedText } from '../source.ts';

export interface OutsideSearch extends ClaimSearch {
  /** Whether anything was left out of its queries. */
  deidentified: boolean;
}

const PLACEHOLDER = /\[[A-Z_]{2,20}_\d{1,6}\]/g;

/** `searches` with the queries that may leave. */
export async function outsideQueries(
  searches: readonly ClaimSearch[],
  profile: BaseProfile,
  { engine }: SearchedText,
): Promise<OutsideSearch[]> {
  if (searches.length === 0) return [];
  const claims = searches.map(({ claim }) => claim);
  const hidden = await engine.deidentify(
    claims.map(({ normalized_claim }) => normalized_claim),
    profile,
  );
  const changed = claims.map(({ normalized_claim }, i) => hidden.texts[i] !== normalized_claim);
  // Both queries, whatever the mode: it has been decided that the claim is searched for.
  const queries = await engine.planQueries(
    claims.flatMap((claim, i) =>
      changed[i] ? [{ ...claim, normalized_claim: hidden.texts[i]!.replaceAll(PLACEHOLDER, ' ') }] : [],
    ),
    'thorough',
  );
  return searches.map((search, i) => {
    if (!changed[i]) return { ...search, deidentified: false };
    return { ...search, queries: queries.shift() ?? [], deidentified: true };
  });
}

/** The query of a purpose; undefined where the claim has no word worth looking for. */
export function queryOf(search: ClaimSearch, purpose: SearchQuery['purpose']): SearchQuery | undefined {
  return search.queries.find((query) => query.purpose === purpose);
}

/** What a claim speaks of; its words where it names nothing. */
export function subjectOf(search: ClaimSearch): string | undefined {
  const neutral = queryOf(search, 'neutral');
  return neutral?.subject ?? neutral?.text;
}
