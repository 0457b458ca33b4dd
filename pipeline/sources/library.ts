/** The operator's library as a source of evidence. */
import type { EvidenceLibrary, LibraryPassage } from '#contracts/ports/evidence-library.ts';
import type { CandidatePassage, SearchQuery, SourceDocument } from '#engine/types.ts';
import type { EvidenceSource, OpenSource, SourceFindings } from './source.ts';

/** Candidates per query: ranking keeps 8 per side, and passages beyond this rank of the store are hardly among them. */
const CANDIDATES_PER_QUERY = 24;

/** Of each claim of a group. */
type GroupQueries = readonly (readonly SearchQuery[])[];
/** What each query found, in the order of the claims and of their queries. */
type Found = Promise<LibraryPassage[][]>;

/**
 * `library` is asked through its port. An empty one counts as not configured until it has documents; one that loses its
 * last document is searched in vain.
 */
export function createLibrarySource(library: Pick<EvidenceLibrary, 'hasDocuments' | 'search'>): EvidenceSource {
  /** By the first claim's queries. */
  const begun = new WeakMap<readonly SearchQuery[], { queries: GroupQueries; found: Found }>();
  let isConfigured = false;

  function find(queries: GroupQueries): Found {
    const first = queries[0] && begun.get(queries[0]);
    const isSame = first?.queries.length === queries.length && queries.every((of, i) => of === first.queries[i]);
    // What failed ahead is asked once more.
    return isSame ? first.found.catch(() => searchLibrary(library, queries)) : searchLibrary(library, queries);
  }

  const source: OpenSource = {
    async search(searches) {
      const queries = searches.map((search) => search.queries);
      return findingsOf(queries, await find(queries));
    },
  };
  return {
    id: 'library',
    async open(): Promise<OpenSource | null> {
      isConfigured ||= await library.hasDocuments();
      return isConfigured ? source : null;
    },
    searchAhead(queries) {
      const [first] = queries;
      if (!isConfigured || first === undefined) return;
      const found = searchLibrary(library, queries);
      // Nobody may come for it.
      found.catch(() => {});
      begun.set(first, { queries, found });
    },
  };
}

async function searchLibrary(library: Pick<EvidenceLibrary, 'search'>, queries: GroupQueries): Found {
  return library.search(queries.flat().map(({ terms }) => ({ terms, limit: CANDIDATES_PER_QUERY })));
}

function findingsOf(queries: GroupQueries, found: readonly LibraryPassage[][]): SourceFindings[] {
  const candidateOf = createCandidates();
  let next = 0;
  return queries.map(({ length }) => {
    const lists = found.slice(next, next + length);
    next += length;
    return { candidates: lists.flat().map(candidateOf), searched: true, gaps: [] };
  });
}

/** One candidate per passage object, however many queries found it, and one source per document. */
function createCandidates(): (passage: LibraryPassage) => CandidatePassage {
  const candidates = new Map<LibraryPassage, CandidatePassage>();
  const sources = new Map<string, SourceDocument>();
  return (passage) => {
    const known = candidates.get(passage);
    if (known !== undefined) return known;
    // A document that is indexed anew meanwhile is another source.
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
    // What is quoted is the text as it was read then, not the file as it may be now.
    retrieved_at: passage.indexed_at,
    retrieval_provider: 'library',
  };
}

/** `urn:evidence:library:<percent-encoded path>`; the slashes of the path stay, as a URN may hold them. */
export function libraryUrl(path: string): string {
  return `urn:evidence:library:${path.toWellFormed().split('/').map(encodeURIComponent).join('/')}`;
}
