/** The header of a blob file: `EVB1`, then the expiry time as a big-endian 64-bit float, infinite for none. */

const MAGIC = Buffer.from('EVB1', 'latin1');
export const HEADER_BYTES = MAGIC.length + 8;

export interface BlobHeader {
  /** Milliseconds since the Unix epoch; null for a blob that does not expire. */
  expiry: number | null;
}

export function encodeHeader({ expiry }: BlobHeader): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  MAGIC.copy(header);
  header.writeDoubleBE(expiry ?? Number.POSITIVE_INFINITY, MAGIC.length);
  return header;
}

/** Null when the file has no valid header. */
export function decodeHeader(file: Buffer): BlobHeader | null {
  if (file.length < HEADER_BYTES || !file.subarray(0, MAGIC.length).equals(MAGIC)) return null;
  const expiry = file.readDoubleBE(MAGIC.length);
  return { expiry: Number.isFinite(expiry) ? expiry : null };
}
