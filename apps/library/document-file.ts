/** Reads a document of the operator from a file, in a separate process as for uploaded ones. */
import { createReadStream } from 'node:fs';
import { access, constants } from 'node:fs/promises';
import { extname } from 'node:path';
import type { DocumentKind } from '#contracts/document-vocabulary.ts';
import type { DocumentText } from '#contracts/ports/document-reader.ts';
import { createDocumentReader } from '#platform/documents/document-reader.ts';

const KINDS: Readonly<Record<string, DocumentKind>> = {
  '.pdf': 'pdf',
  '.docx': 'docx',
  '.html': 'html',
  '.htm': 'html',
  '.md': 'md',
  '.markdown': 'md',
  '.txt': 'txt',
};

/** Detects the kind by the file's name; null for other types. */
export function fileKind(file: string): DocumentKind | null {
  return KINDS[extname(file).toLowerCase()] ?? null;
}

/** Throws DocumentError, and file system errors. */
export async function readDocumentFile(
  file: string,
  kind: DocumentKind,
  signal: AbortSignal = new AbortController().signal,
): Promise<DocumentText> {
  await access(file, constants.R_OK);
  const reader = createDocumentReader({ processes: 1 });
  try {
    return await reader.read(kind, createReadStream(file), { organization_id: 'operator', signal });
  } finally {
    await reader.close();
  }
}
