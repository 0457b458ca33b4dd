/** Detects the type of a file by its first bytes. The name only distinguishes kinds of text. */
import { extname } from 'node:path';
import { DOCUMENT_KINDS, type DocumentKind, MEDIA_TYPES } from '#contracts/document-vocabulary.ts';

/** PDF readers accept a header anywhere within this many bytes. */
export const HEAD_BYTES = 1_024;

const PDF = Buffer.from('%PDF-');
const ZIP = Buffer.from([0x50, 0x4b, 0x03, 0x04]);
/** Signature of encrypted DOCX files and of older formats. */
const COMPOUND_FILE = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);
const UTF16_MARKS = [Buffer.from([0xff, 0xfe]), Buffer.from([0xfe, 0xff])];

const BY_EXTENSION: Readonly<Record<string, DocumentKind>> = {
  '.pdf': 'pdf',
  '.docx': 'docx',
  '.txt': 'txt',
  '.text': 'txt',
  '.md': 'md',
  '.markdown': 'md',
  '.html': 'html',
  '.htm': 'html',
};

/**
 * Returns null for a type that is not supported, or if the content does not match the declared type. `head`:
 * HEAD_BYTES, or the whole file.
 */
export function detectKind(head: Buffer, name: string, mediaType: string): DocumentKind | null {
  const said = saidKind(name, mediaType);
  if (head.includes(PDF)) return said === null || said === 'pdf' ? 'pdf' : null;
  if (startsWith(head, ZIP) || startsWith(head, COMPOUND_FILE)) return said === 'docx' ? 'docx' : null;
  if (said === 'pdf' || said === 'docx' || !isText(head)) return null;
  return said;
}

function saidKind(name: string, mediaType: string): DocumentKind | null {
  const extension = extname(name).toLowerCase();
  if (extension !== '') return BY_EXTENSION[extension] ?? null;
  return DOCUMENT_KINDS.find((kind) => MEDIA_TYPES[kind] === mediaType.split(';')[0]!.trim().toLowerCase()) ?? null;
}

function isText(head: Buffer): boolean {
  return UTF16_MARKS.some((mark) => startsWith(head, mark)) || !head.includes(0);
}

function startsWith(head: Buffer, mark: Buffer): boolean {
  return head.subarray(0, mark.length).equals(mark);
}
