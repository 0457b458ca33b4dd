/**
 * Keyed hashes of customer input. Plain hashes would outlive an erasure and could be guessed; these can't be guessed
 * without the server's key, and differ between organizations.
 */
import { createHmac } from 'node:crypto';

/** HMAC-SHA256 over length-prefixed parts, hex: ("ab","c") and ("a","bc") differ. */
export function keyedHash(key: Uint8Array, ...parts: string[]): string {
  const hmac = createHmac('sha256', key);
  for (const part of parts) hmac.update(`${Buffer.byteLength(part)}:`).update(part);
  return hmac.digest('hex');
}
