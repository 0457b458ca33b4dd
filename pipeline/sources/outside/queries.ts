/** What outside sources are asked about claims, without what identifies persons. */
import type { WebSource } from '#contracts/ports/web-sources.ts';
import type { BaseProfile } from '#contracts/vocabulary.ts';
import type { SearchQuery } from '#engine/types/retrieval.ts';
import type { ClaimSearch, SearchedText } from '../source.ts';

export interface OutsideSearch extends ClaimSearch {
  /** Whether anything was removed from its queries. */
  deidentified: boolean;
}

const PLACEHOLDER = /\[[A-Z_]{2,20}_\d{1,6}\]/g;

/** The deidentified queries of one verification's claims. */
export class OutsideQueries {
  readonly #profile: BaseProfile;
  readonly #text: Omit<SearchedText, 'checkable'>;
  #hidden: Promise<ReadonlyMap<number, string>> | null = null;

  constructor(profile: BaseProfile, text: Omit<SearchedText, 'checkable'>) {
    this.#profile = profile;
    this.#text = text;
  }

  /** `searches` with the queries that may be sent. */
  async of(searches: readonly ClaimSearch[]): Promise<OutsideSearch[]> {
    if (searches.length === 0) return [];
    this.#hidden ??= this.#hide();
    return hiddenSearches(searches, await this.#hidden, this.#text.engine);
  }

  /** Deidentifies all claims together with their text, as a person's full name may be in one place only. */
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
  // Plans both queries in every mode, because it is already decided that the claim is searched for.
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

/** The query of a purpose; undefined if the claim has no word to search for. */
export function queryOf(search: ClaimSearch, purpose: SearchQuery['purpose']): SearchQuery | undefined {
  return search.queries.find((query) => query.purpose === purpose);
}

/** The claim's subject; its words if it names none. */
export function subjectOf(search: ClaimSearch): string | undefined {
  const neutral = queryOf(search, 'neutral');
  return neutral?.subject ?? neutral?.text;
}

/** Texts of all questions that may be asked for a claim. */
export function questionsOf(search: OutsideSearch): string[] {
  const texts = [subjectOf(search), queryOf(search, 'neutral')?.text, queryOf(search, 'contradiction')?.text];
  return texts.filter((text) => text !== undefined);
}

/** The same for the same question to the same source. */
export function keyOf(source: WebSource, text: string): string {
  return `${source.id}\n${foldedCase(text)}`;
}

/** Questions that differ in upper and lower case only, such as after a heading, are the same. */
export function foldedCase(text: string): string {
  return text.toLowerCase();
}

const WEIGHTS = { high: 2, medium: 1, low: 0 } as const;

/** Searches of greater weight come first. */
export function weightOf({ claim }: ClaimSearch): number {
  return WEIGHTS[claim.materiality];
}

/** What is asked of the sources. */
export interface Question {
  text: string;
  /** Documents to read of what is found. */
  read: number;
  /** Which sources are asked, by what they look up. */
  lookedUp: 'claims' | 'subjects' | 'all';
}

/** None for a text without words. */
export function questionOf(text: string | undefined, read: number, lookedUp: Question['lookedUp']): Question[] {
  return text === undefined || text === '' ? [] : [{ text, read, lookedUp }];
}
