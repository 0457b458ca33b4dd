/** The answer of the process that reads a document. */
import type { DocumentErrorCode, EmptyReason } from '#contracts/document-vocabulary.ts';
import type { DocumentText } from '#contracts/ports/document-reader.ts';

export type ReadingAnswer =
  | ({ ok: true } & DocumentText)
  | { ok: false; code: DocumentErrorCode; empty_because: EmptyReason | null };
