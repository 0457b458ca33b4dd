/** The document reader port: turns a file into its text. Files are hostile, so reading one may fail in any way. */
import type { DocumentErrorCode, DocumentKind, EmptyReason } from '../document-vocabulary.ts';

export interface DocumentText {
  /** Blocks, such as paragraphs, separated by blank lines; tables and headings as in Markdown. Well-formed. */
  text: string;
  /** Code-point offsets at which the pages begin, in order; empty for documents without pages. */
  page_starts: number[];
}

export interface ReadOptions {
  /** The organization, because organizations take turns. */
  organization_id: string;
  signal: AbortSignal;
  /** Longest time for reading, in milliseconds: a document that takes longer has `parse_timeout`. Default: the reader's. */
  timeout_ms?: number;
}

export interface DocumentReader {
  /** Throws DocumentError, or the signal's reason. */
  read(kind: DocumentKind, file: AsyncIterable<Uint8Array>, options: ReadOptions): Promise<DocumentText>;
  /** Ends all reading. */
  close(): Promise<void>;
}

/** The document can't be read. The error contains none of its text. */
export class DocumentError extends Error {
  readonly code: DocumentErrorCode;
  readonly emptyBecause: EmptyReason | null;
  /** Whether it can't be read later either. False only if reading took too long while the machine may have been busy. */
  readonly isFinal: boolean;
  constructor(code: DocumentErrorCode, emptyBecause: EmptyReason | null = null, isFinal = code !== 'parse_timeout') {
    super(code);
    this.name = 'DocumentError';
    this.code = code;
    this.emptyBecause = emptyBecause;
    this.isFinal = isFinal;
  }
}
