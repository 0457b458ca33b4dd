/** Reads a response body within bounds: media type, size after decompression. */
import type { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip } from 'node:zlib';
import { OutboundError } from './outbound-url.ts';

export type TextMediaType = 'text/html' | 'text/markdown' | 'text/plain';

/** Types whose bytes are not text. */
export type FileMediaType = 'application/pdf';
export type PageMediaType = TextMediaType | FileMediaType;

const MEDIA_TYPES = new Map<string, PageMediaType>([
  ['text/html', 'text/html'],
  ['application/xhtml+xml', 'text/html'],
  ['text/markdown', 'text/markdown'],
  ['text/x-markdown', 'text/markdown'],
  ['text/plain', 'text/plain'],
  ['application/pdf', 'application/pdf'],
  ['application/x-pdf', 'application/pdf'],
]);

/** The encodings that `readBody` decodes; sent as Accept-Encoding. */
export const ACCEPTED_ENCODINGS = 'gzip, br';

/** Types that servers send for files of unknown type. */
const UNKNOWN_FILES = new Set(['application/octet-stream', 'binary/octet-stream']);

/**
 * The media type of a page, or null if the service does not read it. Many servers send markdown as text/plain, and PDF as
 * bytes of any kind, so the file name decides in these cases.
 */
export function pageMediaType(contentType: string | undefined, url: URL): PageMediaType | null {
  const essence = (contentType ?? '').split(';', 1)[0]!.trim().toLowerCase();
  const type = MEDIA_TYPES.get(essence) ?? null;
  if (type === 'text/plain' && /\.(?:md|markdown)$/i.test(url.pathname)) return 'text/markdown';
  return UNKNOWN_FILES.has(essence) && /\.pdf$/i.test(url.pathname) ? 'application/pdf' : type;
}

/**
 * Returns the decompressed bytes. Throws OutboundError `too_large` as soon as more than `maxBytes` enter or leave the
 * decompressor, so that a decompression bomb is never unpacked; `unsupported_media_type` for unknown or stacked
 * encodings.
 */
export async function readBody(body: Readable, encoding: string | undefined, maxBytes: number): Promise<Buffer> {
  const decoder = decoderFor(encoding);
  const chunks: Buffer[] = [];
  const collect = async (source: AsyncIterable<Buffer>) => {
    for await (const chunk of limited(source, maxBytes)) chunks.push(chunk);
  };
  if (decoder === null) await pipeline(body, collect);
  else await pipeline(body, (source: AsyncIterable<Buffer>) => limited(source, maxBytes), decoder, collect);
  return Buffer.concat(chunks);
}

function decoderFor(encoding: string | undefined): Transform | null {
  switch ((encoding ?? '').trim().toLowerCase()) {
    case '':
    case 'identity':
      return null;
    case 'gzip':
    case 'x-gzip':
      return createGunzip();
    case 'br':
      return createBrotliDecompress();
    default:
      throw new OutboundError('unsupported_media_type');
  }
}

async function* limited(source: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Buffer> {
  let total = 0;
  for await (const chunk of source) {
    total += chunk.length;
    if (total > maxBytes) throw new OutboundError('too_large');
    yield chunk;
  }
}

/** The character set that the header names; null if it names none. */
export function charsetIn(contentType: string | undefined): string | null {
  return /;\s*charset\s*=\s*"?([\w:.-]{1,40})/i.exec(contentType ?? '')?.[1] ?? null;
}
