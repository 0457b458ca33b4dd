import type { CandidatePassage, SourceDocument } from '#engine/types/retrieval.ts';

export function sourceOf(url: string, change: Partial<SourceDocument> = {}): SourceDocument {
  return {
    canonical_url: url,
    title: '',
    publisher: '',
    destination_domain: new URL(url).hostname,
    source_class: 'web',
    approved: false,
    publication_date: null,
    jurisdiction: null,
    licence: null,
    retrieved_at: '2026-01-01T00:00:00Z',
    retrieval_provider: 'source_set',
    ...change,
  };
}

export function libraryDocument(path: string): SourceDocument {
  return sourceOf(`urn:evidence:library:${path}`, {
    destination_domain: 'library',
    source_class: 'operator_library',
    approved: true,
    retrieval_provider: 'library',
  });
}

let next = 0;
/** A candidate that says `text`, from a site of its own unless told otherwise. */
export function candidate(
  text: string,
  source: SourceDocument = sourceOf(`https://site${next++}.example/`),
): CandidatePassage {
  return { text, ordinal: 0, source };
}
