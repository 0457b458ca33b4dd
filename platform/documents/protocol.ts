/** What the process that reads a document, and whoever starts it, both know. */
import type { DocumentErrorCode, DocumentKind, EmptyReason } from '#contracts/document-vocabulary.ts';
import type { DocumentText } from '#contracts/ports/document-reader.ts';

export type ReadingOutcome =
  | ({ ok: true } & DocumentText)
  | { ok: false; code: DocumentErrorCode; empty_because: EmptyReason | null };

/** What is read in milliseconds. */
export const TEXTS: ReadonlySet<DocumentKind> = new Set(['txt', 'md', 'html']);
