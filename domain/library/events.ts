/** Stream `library-document-<id>`: when a document of the operator's library was there. Ids and hashes only, never its path. */
import { z } from 'zod';
import { defineEvent, type EventOf, Timestamp } from '../events/definition.ts';

/** Also of a document whose text has changed. */
export const LibraryDocumentAdded = defineEvent(
  'LibraryDocumentAdded',
  1,
  z.object({
    document_id: z.string(),
    /** The operator's. */
    organization_id: z.string(),
    /** SHA-256 of the file, hex. */
    content_hash: z.string(),
    added_at: Timestamp,
  }),
);

export const LibraryDocumentRemoved = defineEvent(
  'LibraryDocumentRemoved',
  1,
  z.object({ document_id: z.string(), organization_id: z.string(), removed_at: Timestamp }),
);

export const LIBRARY_EVENTS = [LibraryDocumentAdded, LibraryDocumentRemoved] as const;
export type LibraryEvent = EventOf<(typeof LIBRARY_EVENTS)[number]>;
