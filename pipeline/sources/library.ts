/** The operator's library as a source of evidence. */
import { FairSlots } from '#common/fair-slots.ts';
import type { EvidenceLibrary, LibraryPassage } from '#contracts/ports/evidence-library.ts';
import type { CandidatePassage, SearchQuery, SourceDocument } from '#engine/types.ts';
import type { EvidenceSource, OpenSource, SourceFindings } from './source.ts';

/** Candidates per query: passages beyond this rank of the store are hardly among the few that ranking keeps. */
const MATCHES_PER_QUERY = 24;
/** With the passages around them: those of a few short documents are all looked at. */
const CANDIDATES_PER_QUERY = 48;

/**
 * Searches of the library under way at a time, over all organizations and for one. The thread that searches takes one
 * after the other: whoever asks next waits for the two of another organization at most.
 */
const SEARCHES_AT_ONCE = { slots: 4, perKey: 2 };

/** Of each claim of a group. */
type GroupQueries = readonly (readonly SearchQuery[])[];
/**
 * `library` is asked through its port. An empty one counts as not configured until it has documents; one that loses its
 * last document is searched in vain.
 */
export function createLibrarySource(library: Pick<EvidenceLibrary, 'hasDocuments' | 'search'>): EvidenceSource {
  const slots = new FairSlots(SEARCHES_AT_ONCE);
  let isConfigured = false;

  return {
    id: 'library',
    async open({ organization_id }): Promise<OpenSource | null> {
      isConfigured ||= await library.hasDocuments();
      if (!isConfigured) return null;
      return {
        async search(searches) {
          const queries = searches.map((search) => search.queries);
          return slots.run(organization_id, () => findInLibrary(library, queries));
        },
      };
    },
  };
}

/** What the library holds for each claim's queries, in the order of the claims. */
export async function findInLibrary(
  library: Pick<EvidenceLibrary, 'search'>,
  queries: GroupQueries,
): Promise<SourceFindings[]> {
  const wanted = queries.flat().map(({ terms }) => ({ terms, limit: MATCHES_PER_QUERY, total: CANDIDATES_PER_QUERY }));
  return findingsOf(queries, await library.search(wanted));
}

/** `found`: of each query, in the order of the claims and of their queries. */
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
