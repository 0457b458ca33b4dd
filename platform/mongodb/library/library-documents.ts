/** How the library stands in MongoDB. */
import type { Collection } from 'mongodb';

export interface DocumentHead {
  /** Its path. */
  _id: string;
  title: string;
  publisher: string;
  publication_date: string | null;
  licence: string | null;
  content_hash: string;
  indexed_at: string;
  /** Of its passages, those that count. */
  edition: string;
  /** How many passages it has. */
  passages: number;
}

export interface Passage {
  /** Edition, a slash, and the ordinal. */
  _id: string;
  path: string;
  edition: string;
  ordinal: number;
  text: string;
  /** For telling what a process that died has left from what is being written. */
  written_at: Date;
}

/** Another one after every change. */
export interface LibraryVersion {
  _id: 'library';
  version: string;
}

export interface LibraryCollections {
  documents: Collection<DocumentHead>;
  passages: Collection<Passage>;
  versions: Collection<LibraryVersion>;
}

/** The edition that a passage belongs to, by the passage's id. */
export function editionOf(id: string): string {
  return id.slice(0, id.lastIndexOf('/'));
}
