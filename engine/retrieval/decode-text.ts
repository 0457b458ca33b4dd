/**
 * Decodes the bytes of a page. Some character sets take a second for five megabytes, so this is done in the thread that reads the
 * page.
 */

/** HTML must declare its character set within this many bytes (HTML standard). */
const PRESCAN_BYTES = 1_024;

/**
 * The character set is taken from the byte order mark, else from the header's `charset`, else from the HTML, else it is UTF-8.
 */
export function decodeText(bytes: Uint8Array, charset: string | null, mediaType: string): string {
  const label =
    byteOrderMark(bytes) ?? charset ?? (mediaType === 'text/html' ? declaredCharset(bytes) : undefined) ?? 'utf-8';
  try {
    return new TextDecoder(label).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes); // unknown label
  }
}

function byteOrderMark(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 'utf-8' : undefined;
}

function declaredCharset(bytes: Uint8Array): string | undefined {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, PRESCAN_BYTES));
  return /<meta[^>]{0,200}?charset\s*=\s*["']?([\w:.-]{1,40})/i.exec(head)?.[1];
}
