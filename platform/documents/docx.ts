/** The text of a DOCX file: its body and notes, without headers and footers, which repeat on every page. */
import { unzipSync } from 'fflate';
import mammoth from 'mammoth';
import { htmlToText } from '#markup/html-to-markdown.ts';
import { withListLabels } from './docx-labels.ts';
import { UnreadableDocument } from './failure.ts';

/** Limit of all parts together. The text of 500 pages takes some ten megabytes of XML; the rest is images. */
const MOST_UNPACKED_BYTES = 250 * 1024 * 1024;
/** Limit of the parts that are parsed as XML. */
const MOST_XML_BYTES = 64 * 1024 * 1024;
const MOST_PARTS = 10_000;
/** Signature of a compound file. An encrypted document is one, with the ZIP in a stream of this name. */
const COMPOUND_FILE = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
const ENCRYPTED_PACKAGE = Buffer.from('EncryptedPackage', 'utf16le');

/** Styles that mammoth would treat as paragraphs. */
const TITLES = ["p[style-name='Title'] => h1:fresh", "p[style-name='Subtitle'] => h2:fresh"];

/** Throws UnreadableDocument. */
export async function docxToText(file: Buffer): Promise<string> {
  if (file.subarray(0, COMPOUND_FILE.length).equals(COMPOUND_FILE)) {
    throw new UnreadableDocument(file.includes(ENCRYPTED_PACKAGE) ? 'document_encrypted' : 'unsupported_document_type');
  }
  checkParts(file);
  let html: string;
  try {
    ({ value: html } = await mammoth.convertToHtml(
      { buffer: withListLabels(file) },
      { convertImage: mammoth.images.imgElement(async () => ({ src: '' })), styleMap: TITLES },
    ));
  } catch {
    throw new UnreadableDocument('document_corrupt');
  }
  return htmlToText(html);
}

/**
 * Reads only the directory of the archive, without unpacking anything. A file with wrong sizes runs into the memory
 * limit.
 */
function checkParts(file: Buffer): void {
  let unpacked = 0;
  let xml = 0;
  let parts = 0;
  let isDocument = false;
  try {
    unzipSync(file, {
      filter({ name, originalSize }) {
        parts++;
        unpacked += originalSize;
        if (/\.(?:xml|rels)$/i.test(name)) xml += originalSize;
        if (name === 'word/document.xml') isDocument = true;
        return false;
      },
    });
  } catch {
    throw new UnreadableDocument('document_corrupt');
  }
  if (unpacked > MOST_UNPACKED_BYTES || xml > MOST_XML_BYTES || parts > MOST_PARTS) {
    throw new UnreadableDocument('decompression_limit_exceeded');
  }
  if (!isDocument) throw new UnreadableDocument('unsupported_document_type');
}
