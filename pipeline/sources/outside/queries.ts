/** Makes the queries of claims fit to leave the service: what identifies persons is left out. */
import type { BaseProfile } from '#contracts/vocabulary.ts';
import type { SearchQuery } from '#engine/types.ts';
import type { ClaimSearch, SearchedText } from '../source.ts';

export interface OutsideSearch extends ClaimSearch {
  /** Whether anything was left out of its queries. */
  deidentified: boolean;
}

const PLACEHOLDER = /\[[A-Z_]{2,20}_\d{1,6}\]/g;

/** What may leave of the claims of one verification. */
export class OutsideQueries {
  readonly #profile: BaseProfile;
  readonly #text: Omit<SearchedText, 'checkable'>;
  #hidden: Promise<ReadonlyMap<number, string>> | null = null;

  constructor(profile: BaseProfile, text: Omit<SearchedText, 'checkable'>) {
    this.#profile = profile;
    this.#text = text;
  }

  /** `searches` with the queries that may leave. */
  async of(searches: readonly ClaimSearch[]): Promise<OutsideSearch[]> {
    if (searches.length === 0) return [];
    this.#hidden ??= this.#hide();
    return hiddenSearches(searches, await this.#hidden, this.#text.engine);
  }

  /** All claims at once, and with their text: who is named in full in one place goes by the last name in another. */
  async #hide(): Promise<ReadonlyMap<number, string>> {
    const wordings = [...(await this.#text.wordings())];
    const words = wordings.map(([, wording]) => wording);
    const { texts } = await this.#text.engine.deidentify([this.#text.content(), ...words], this.#profile);
    return new Map(wordings.map(([ordinal], i) => [ordinal, texts[i + 1]!]));
  }
}

async function hiddenSearches(
  searches: readonly ClaimSearch[],
  hidden: ReadonlyMap<number, string>,
  engine: SearchedText['engine'],
): Promise<OutsideSearch[]> {
  const claims = searches.map(({ claim }) => claim);
  const wordings = claims.map(({ ordinal }) => {
    const wording = hidden.get(ordinal);
    if (wording === undefined) throw new Error(`claim ${ordinal} is none of the text's`);
    return wording;
  });
  const changed = claims.map(({ normalized_claim }, i) => wordings[i] !== normalized_claim);
  // Both queries, whatever the mode: it has been decided that the claim is searched for.
  const queries = await engine.planQueries(
    claims.flatMap((claim, i) =>
      changed[i] ? [{ ...claim, normalized_claim: wordings[i]!.replaceAll(PLACEHOLDER, ' ') }] : [],
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
