/** Why a document can't be read, in words for whoever sent it. They hold nothing of its text or name. */
import { type DocumentErrorCode, type EmptyReason, MAX_FILE_BYTES, MAX_PAGES } from './document-vocabulary.ts';

const WORDS: Readonly<Record<Exclude<DocumentErrorCode, 'document_empty'>, string>> = {
  unsupported_document_type: 'it is no PDF, DOCX, HTML, Markdown or plain text',
  document_too_large: `it has more than ${MAX_FILE_BYTES / 1024 / 1024} MB, or too much text`,
  document_encrypted: 'it is encrypted; save it without the password',
  document_corrupt: 'it is damaged, or not what its name says',
  page_limit_exceeded: `it has more than ${MAX_PAGES} pages`,
  decompression_limit_exceeded: 'it unpacks to more than is read',
  parse_timeout: 'reading it takes too long',
};

/** A clause about "it", without a full stop at its end. */
export function whyUnread(code: DocumentErrorCode, emptyBecause: EmptyReason | null): string {
  if (code !== 'document_empty') return WORDS[code];
  return emptyBecause === 'scanned'
    ? 'its pages show pictures and have no text layer. It seems to be scanned; run text recognition on it first'
    : 'it has no text';
}
