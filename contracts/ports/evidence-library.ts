/**
 * The evidence library port: the operator's documents, split into passages and searched by words. It returns
 * candidates; the engine ranks them, so that every adapter leads to the same verdict.
 */
export interface LibraryDocument {
  /** Path inside the library, `/`-separated; identifies the document. */
  path: string;
  title: string;
  publisher: string;
  /** RFC 3339 date or date-time, or null. */
  publication_date: string | null;
  licence: string | null;
  /** SHA-256 of the source bytes, hex. An unchanged document is not indexed again. */
  content_hash: string;
  /** Literal passages in order. */
  passages: readonly string[];
}

export interface LibraryPassage {
  path: string;
  title: string;
  publisher: string;
  publication_date: string | null;
  licence: string | null;
  indexed_at: string;
  ordinal: number;
  text: string;
}

/** A document as lists show it. */
export type ListedDocument = Omit<LibraryDocument, 'content_hash' | 'passages'> & { indexed_at: string };

export interface LibraryQuery {
  /**
   * Words, most selective first; an adapter may ignore all but the first 32. Any word may match; stemmed by the store.
   */
  terms: readonly string[];
  /** How many matching passages at most. */
  limit: number;
  /**
   * If set, passages around the matching ones are added, nearest first, up to this many in total. They tell what "it"
   * refers to, and short documents may consist of little else.
   */
  total?: number;
}

/** A language of documents, and how many are in it. */
export interface DocumentLanguage {
  /** ISO 639-1. */
  language: string;
  /** Counted up to MOST_COUNTED. */
  documents: number;
}

/** Documents of a language that are counted: enough to tell which languages a library has more of. */
export const MOST_COUNTED = 1_000;

export interface EvidenceLibrary {
  /** Adds or replaces documents; durable and searchable when it resolves. Returns how many changed. */
  put(documents: readonly LibraryDocument[]): Promise<number>;
  remove(paths: readonly string[]): Promise<number>;
  /** Content hashes of all documents by path, for detecting changes. */
  inventory(): Promise<Record<string, string>>;
  /**
   * Documents by path, in the order of its UTF-8 bytes: those behind `after` ('': from the first), at most `limit`. Costs no
   * more however far the place is.
   */
  list(options: { after: string; limit: number }): Promise<ListedDocument[]>;
  /**
   * One list of candidate passages per query, best word match first, then the passages around them. Never throws because
   * of the words.
   */
  search(queries: readonly LibraryQuery[]): Promise<LibraryPassage[][]>;
  /** The languages of its documents, in any order; costs no more however many documents there are. */
  languages(): Promise<DocumentLanguage[]>;
  /** Takes constant time. */
  hasDocuments(): Promise<boolean>;
  /**
   * Names the state that the library is in: another after each change, also after one that is undone, and after none the same, also when
   * it is opened again. So what was found between two equal ones was found in one state. While a change is under way, or may be,
   * each answer is another. Takes constant time.
   */
  revision(): Promise<string>;
  close(): Promise<void>;
}
