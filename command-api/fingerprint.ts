/**
 * Keyed hashes of what customers send. Bare hashes would outlive an erasure and could be guessed; these can't be
 * without the server's key, and differ between organizations.
 */
import { createHmac } from 'node:crypto';

/** HMAC-SHA256 over length-prefixed parts, hex: ("ab","c") and ("a","bc") differ. */
export function keyedHash(key: Uint8Array, ...parts: string[]): string {
  const hmac = createHmac('sha256', key);
  for (const part of parts) hmac.update(`${Buffer.byteLength(part)}:`).update(part);
  return hmac.digest('hex');
}

/** JSON with object keys in code-unit order, so that equal bodies hash equally (after RFC 8785). */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
      : inner,
  );
}
