/** A document of a library that the operator approves, for tests. */
import type { SourceDocument } from '#engine/types/retrieval.ts';

/** `site`: also its publisher. `retrieved_at`: RFC 3339. */
export function librarySource(site: string, retrieved_at: string, title = ''): SourceDocument {
  return {
    canonical_url: `https://${site}.example/`,
    title,
    publisher: site,
    destination_domain: `${site}.example`,
    source_class: 'operator_library',
    approved: true,
    publication_date: null,
    jurisdiction: null,
    licence: null,
    retrieved_at,
    retrieval_provider: 'library',
  };
}
