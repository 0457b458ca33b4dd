/**
 * The keys of the file of `--cache`, derived from one secret: for fingerprints, for authentication, and for what can only be
 * read beside the text that it was made of.
 */
import { createHmac } from 'node:crypto';
import { decrypt, encrypt } from '#platform/crypto/aead.ts';
import { deflate, inflate } from '#platform/crypto/deflate.ts';

/** Fingerprints under one key: 32 hexadecimal digits. */
export type Fingerprint = (...parts: string[]) => string;

export interface CacheKeys {
  fingerprint: Fingerprint;
  /** Authenticates the file: hexadecimal. */
  mac(contents: string): string;
  /** Base64. `text`: what `value` was made of; `place`: where it belongs in the file. */
  seal(text: string, place: string, value: string): string;
  /** Whoever lacks the key, or `text` word for word, reads nothing: null. */
  open(text: string, place: string, sealed: string): string | null;
}

export function cacheKeys(secret: string): CacheKeys {
  const derived = (use: string) => createHmac('sha256', secret).update(`evidence cache: ${use}`).digest();
  const [forFingerprints, forMac, forTexts] = [derived('fingerprints'), derived('authentication'), derived('texts')];
  const hmac = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest();
  return {
    fingerprint: (...parts) => hmac(forFingerprints, JSON.stringify(parts)).toString('hex').slice(0, 32),
    mac: (contents) => hmac(forMac, contents).toString('hex'),
    seal: (text, place, value) =>
      encrypt(hmac(forTexts, text), Buffer.from(place), deflate(Buffer.from(value))).toString('base64'),
    open(text, place, sealed) {
      const opened = decrypt(hmac(forTexts, text), Buffer.from(place), Buffer.from(sealed, 'base64'));
      return opened && inflate(opened).toString('utf8');
    },
  };
}
