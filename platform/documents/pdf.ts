/** The text of a PDF file, page by page. */
import { fileURLToPath } from 'node:url';
import { getResolvedPDFJS } from 'unpdf';
import { MAX_PAGES } from '#contracts/document-vocabulary.ts';
import { UnreadableDocument } from './failure.ts';
import { blocksOf, bodySize, type Line, linesOf, type TextRun } from './page-layout.ts';
import { withoutRunningLines } from './running-lines.ts';
import { cleanText } from './text.ts';

/** Pages of a document without text that are checked for pictures. */
const PAGES_FOR_PICTURES = 3;

/** Tables of predefined encodings, which fonts of Chinese, Japanese and Korean texts may refer to. */
const CHARACTER_MAPS = fileURLToPath(new URL('./cmaps/', import.meta.url));

/** The part of PDF.js that is used here. */
interface PdfItem {
  str?: string;
  dir?: string;
  transform?: number[];
  width?: number;
}
interface PdfPage {
  getTextContent(): Promise<{ items: PdfItem[] }>;
  getOperatorList(): Promise<{ fnArray: number[] }>;
  cleanup(): void;
}
interface PdfDocument {
  numPages: number;
  getPage(number: number): Promise<PdfPage>;
}

/** Returns the text of every page. Throws UnreadableDocument. */
export async function pdfToPages(file: Uint8Array): Promise<string[]> {
  const { getDocument, OPS } = await getResolvedPDFJS();
  const document = await open(getDocument, file);
  if (document.numPages > MAX_PAGES) throw new UnreadableDocument('page_limit_exceeded');
  const pages: Line[][] = [];
  let failed = 0;
  for (let number = 1; number <= document.numPages; number++) {
    try {
      const page = await document.getPage(number);
      const { items } = await page.getTextContent();
      pages.push(linesOf(items.flatMap(runOf)));
      page.cleanup();
    } catch {
      // A broken page among others counts as empty.
      failed++;
      pages.push([]);
    }
  }
  if (failed === document.numPages) throw new UnreadableDocument('document_corrupt');
  const body = bodySize(pages);
  const texts = withoutRunningLines(pages).map((lines) => cleanText(blocksOf(lines, body).join('\n\n')));
  if (texts.every((text) => !/[\p{L}\p{N}]/u.test(text))) {
    throw new UnreadableDocument('document_empty', await whyEmpty(document, OPS));
  }
  return texts;
}

async function open(
  getDocument: (options: object) => { promise: Promise<unknown> },
  file: Uint8Array,
): Promise<PdfDocument> {
  try {
    const maps = { cMapUrl: CHARACTER_MAPS, cMapPacked: true };
    const fonts = { useSystemFonts: false, disableFontFace: true };
    return (await getDocument({ data: file, isEvalSupported: false, verbosity: 0, ...fonts, ...maps })
      .promise) as PdfDocument;
  } catch (error) {
    const isEncrypted = (error as { name?: string }).name === 'PasswordException';
    throw new UnreadableDocument(isEncrypted ? 'document_encrypted' : 'document_corrupt');
  }
}

function runOf({ str, dir, transform, width = 0 }: PdfItem): TextRun[] {
  if (str === undefined || str === '' || transform === undefined) return [];
  const [, , c = 0, d = 0, x = 0, y = 0] = transform;
  return [{ text: str, x, y, width, size: Math.hypot(c, d) || 1, rightToLeft: dir === 'rtl' }];
}

/** Pages that show pictures and no text were scanned. */
async function whyEmpty(document: PdfDocument, ops: Record<string, number>): Promise<'scanned' | 'blank'> {
  const pictures = new Set([ops.paintImageXObject, ops.paintInlineImageXObject, ops.paintImageMaskXObject]);
  try {
    for (let number = 1; number <= Math.min(document.numPages, PAGES_FOR_PICTURES); number++) {
      const { fnArray } = await (await document.getPage(number)).getOperatorList();
      if (fnArray.some((operator) => pictures.has(operator))) return 'scanned';
    }
    return 'blank';
  } catch {
    return 'scanned';
  }
}
