/** AES-256-GCM over bytes: `initialization vector (12) | ciphertext | tag (16)`. */
import { createCipheriv, createDecipheriv, randomFillSync } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Bytes that encryption adds to the plaintext. */
export const OVERHEAD_BYTES = IV_BYTES + TAG_BYTES;

/**
 * Encrypts with a random initialization vector. A 96-bit random vector is safe for 2³² messages per key (NIST SP
 * 800-38D, 8.3); a data key encrypts as many as its verification has fields.
 */
export function encrypt(key: Uint8Array, associatedData: Uint8Array, plaintext: Uint8Array): Buffer {
  const iv = nextVector();
  const cipher = createCipheriv(ALGORITHM, key, iv, { authTagLength: TAG_BYTES });
  cipher.setAAD(associatedData);
  return Buffer.concat([iv, cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]);
}

/** Returns the plaintext, or null for a wrong key, other associated data or changed bytes. */
export function decrypt(key: Uint8Array, associatedData: Uint8Array, sealed: Uint8Array): Buffer | null {
  if (sealed.length < OVERHEAD_BYTES) return null;
  const tagStart = sealed.length - TAG_BYTES;
  const decipher = createDecipheriv(ALGORITHM, key, sealed.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAAD(associatedData);
  decipher.setAuthTag(sealed.subarray(tagStart));
  const plaintext = decipher.update(sealed.subarray(IV_BYTES, tagStart));
  try {
    decipher.final();
    return plaintext;
  } catch {
    return null;
  }
}

/** Random bytes for many vectors at once. Each vector is used once and copied, as the pool is refilled. */
const pool = Buffer.alloc(IV_BYTES * 512);
let used = pool.length;

function nextVector(): Buffer {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const iv = Buffer.from(pool.subarray(used, used + IV_BYTES));
  used += IV_BYTES;
  return iv;
}
