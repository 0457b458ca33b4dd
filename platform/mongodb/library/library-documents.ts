/** Documents of the library as stored in MongoDB. */
import type { Collection } from 'mongodb';

export interface DocumentHead {
  /** The document's path. */
  _id: string;
  title: string;
  publisher: string;
  publication_date: string | null;
  licence: string | null;
  content_hash: string;
  indexed_at: string;
  /** ISO 639-1 or 'und'; absent in those of before, until the next start. */
  language?: string;
  /** The current edition of its passages. */
  edition: string;
  /** How many passages it has. */
  passages: number;
}

export interface StoredPassage {
  /** Edition, a slash, and the ordinal. */
  _id: string;
  path: string;
  edition: string;
  ordinal: number;
  text: string;
  /** What a search for a claim in the document's language looks for; absent for English, whose words the server stems. */
  terms?: string;
  /** Tells passages left by a dead process from those being written. */
  written_at: Date;
}

/** Gets a new version before and after every change. */
export interface LibraryVersion {
  _id: 'library';
  version: string;
  /** When each change began that is under way, or that a dead process has left. */
  changing?: Record<string, Date>;
}

export interface LibraryCollections {
  documents: Collection<DocumentHead>;
  passages: Collection<StoredPassage>;
  versions: Collection<LibraryVersion>;
}

/** The edition of a passage, from the passage's id. */
export function editionOf(id: string): string {
  return id.slice(0, id.lastIndexOf('/'));
}
