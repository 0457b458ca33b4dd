/** Reads a whole file of any type in the calling process, which may not survive it. */
import type { DocumentKind } from '#contracts/document-vocabulary.ts';
import type { DocumentText } from '#contracts/ports/document-reader.ts';
import { UnreadableDocument } from './failure.ts';
import { cleanText, decodeText, joinPages, requireText } from './text.ts';

/** Limit of the extracted text; 500 full pages have fewer characters. */
const MOST_CHARACTERS = 3_000_000;

/** Throws UnreadableDocument. Each type loads its own libraries only. */
export async function readFileOf(kind: DocumentKind, file: Buffer): Promise<DocumentText> {
  const read = await textOf(kind, file);
  if (read.text.length > MOST_CHARACTERS) throw new UnreadableDocument('document_too_large');
  requireText(read.text);
  return read;
}

async function textOf(kind: DocumentKind, file: Buffer): Promise<DocumentText> {
  switch (kind) {
    case 'pdf': {
      const { pdfToPages } = await import('./pdf.ts');
      return joinPages(await pdfToPages(new Uint8Array(file)));
    }
    case 'docx': {
      const { docxToText } = await import('./docx.ts');
      return { text: cleanText(await docxToText(file)), page_starts: [] };
    }
    case 'html': {
      const { htmlToText } = await import('#markup/html-to-markdown.ts');
      return { text: cleanText(htmlToText(decodeText(file))), page_starts: [] };
    }
    case 'txt':
    case 'md':
      return { text: cleanText(decodeText(file)), page_starts: [] };
  }
}
