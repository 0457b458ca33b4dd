/** Errors of reading, inside the process that reads. */
import type { DocumentErrorCode, EmptyReason } from '#contracts/document-vocabulary.ts';

export class UnreadableDocument extends Error {
  readonly code: DocumentErrorCode;
  readonly emptyBecause: EmptyReason | null;
  constructor(code: DocumentErrorCode, emptyBecause: EmptyReason | null = null) {
    super(code);
    this.name = 'UnreadableDocument';
    this.code = code;
    this.emptyBecause = emptyBecause;
  }
}
