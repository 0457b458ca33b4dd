/** The operator's library as a source of evidence. */
import { FairSlots, type ShareOf } from '#common/fair-slots.ts';
import type { EvidenceLibrary, LibraryPassage } from '#contracts/ports/evidence-library.ts';
import type { CandidatePassage, SearchQuery, SourceDocument } from '#engine/types/retrieval.ts';
import { type EvidenceSource, type OpenSource, PER_QUERY, type SourceFindings } from './source.ts';

/**
 * Concurrent searches of the library, in total and per organization. One thread runs them one after the other, so a
 * search waits for at most two of another organization; whoever has searched for long lately waits behind others.
 */
const CONCURRENT_SEARCHES = { slots: 4, perKey: 2, halfLifeMs: 10_000 };

/** The queries of each claim of a group. */
type GroupQueries = readonly (readonly SearchQuery[])[];

/** Searches for an organization, when its turn comes. Returns what the library holds for each claim's queries, in the order of the claims. */
export type LibrarySearch = (organizationId: string, queries: GroupQueries) => Promise<SourceFindings[]>;

/** `shareOf`: whose share an organization's searches take. Default: its own. */
export function createLibrarySearch(library: Pick<EvidenceLibrary, 'search'>, shareOf?: ShareOf): LibrarySearch {
  const slots = new FairSlots({ ...CONCURRENT_SEARCHES, shareOf });
  return (organizationId, queries) => slots.run(organizationId, () => findInLibrary(library, queries));
}

/**
 * `search`: shared with whoever else searches the library. An empty library counts as not configured until it has documents. One that loses its last document still counts as
 * configured and is searched without results.
 */
export function createLibrarySource(
  library: Pick<EvidenceLibrary, 'hasDocuments' | 'languages' | 'search'>,
  search = createLibrarySearch(library),
): EvidenceSource {
  let isConfigured = false;

  return {
    id: 'library',
    languages: () => library.languages(),
    async open({ organization_id }): Promise<OpenSource | null> {
      isConfigured ||= await library.hasDocuments();
      if (!isConfigured) return null;
      return {
        search(searches) {
          const queries = searches.map((one) => one.queries);
          return search(organization_id, queries);
        },
      };
    },
  };
}

/** Returns what the library holds for each claim's queries, in the order of the claims. */
export async function findInLibrary(
  library: Pick<EvidenceLibrary, 'search'>,
  queries: GroupQueries,
): Promise<SourceFindings[]> {
  const { matches: limit, candidates: total } = PER_QUERY;
  const wanted = queries.flat().map(({ terms }) => ({ terms, limit, total }));
  return findingsOf(queries, await library.search(wanted));
}

/** `found` holds the passages of each query, in the order of the claims and their queries. */
function findingsOf(queries: GroupQueries, found: readonly LibraryPassage[][]): SourceFindings[] {
  const candidateOf = createCandidates();
  let next = 0;
  return queries.map(({ length }) => {
    const lists = found.slice(next, next + length);
    next += length;
    return { candidates: lists.flat().map(candidateOf), searched: true, gaps: [] };
  });
}

/** Creates one candidate per passage object, however many queries found it, and one source per document. */
function createCandidates(): (passage: LibraryPassage) => CandidatePassage {
  const candidates = new Map<LibraryPassage, CandidatePassage>();
  const sources = new Map<string, SourceDocument>();
  return (passage) => {
    const known = candidates.get(passage);
    if (known !== undefined) return known;
    // A document that is reindexed in the meantime is a different source.
    const key = `${passage.indexed_at} ${passage.path}`;
    const source = sources.get(key) ?? toSource(passage);
    sources.set(key, source);
    const candidate = { text: passage.text, ordinal: passage.ordinal, source };
    candidates.set(passage, candidate);
    return candidate;
  };
}

function toSource(passage: LibraryPassage): SourceDocument {
  return {
    canonical_url: libraryUrl(passage.path),
    title: passage.title,
    publisher: passage.publisher,
    destination_domain: 'library',
    source_class: 'operator_library',
    approved: true,
    publication_date: passage.publication_date,
    jurisdiction: null,
    licence: passage.licence,
    // Quotes come from the text as it was indexed, not from the file as it may be now.
    retrieved_at: passage.indexed_at,
    retrieval_provider: 'library',
  };
}

/** `urn:evidence:library:<percent-encoded path>`; slashes are kept, as a URN may contain them. */
export function libraryUrl(path: string): string {
  return `urn:evidence:library:${path.toWellFormed().split('/').map(encodeURIComponent).join('/')}`;
}
