/**
 * The format of API keys, after GitHub's: `evs_dev_` or `evs_prod_`, 30 random base62 characters, and the CRC32 of all
 * that in 6 base62 characters. A mistyped or invented key is refused before any look-up.
 */
import { randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { KeyEnvironment } from '#contracts/vocabulary.ts';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_LENGTH = 30;
const CHECKSUM_LENGTH = 6;
const FORM = /^evs_(?:dev|prod)_[0-9A-Za-z]{36}$/;

/** Length of the prefix that is shown after creation. */
export const PREFIX_LENGTH = 12;

/** Generates a key with about 178 random bits. */
export function generateApiKey(environment: KeyEnvironment): string {
  let body = environment === 'production' ? 'evs_prod_' : 'evs_dev_';
  for (let index = 0; index < RANDOM_LENGTH; index++) body += ALPHABET[randomInt(ALPHABET.length)];
  return body + checksum(body);
}

/** Whether `key` has the right format and checksum. */
export function isWellFormedApiKey(key: string): boolean {
  return FORM.test(key) && key.endsWith(checksum(key.slice(0, -CHECKSUM_LENGTH)));
}

/** The prefix that identifies a key to people. */
export function apiKeyPrefix(key: string): string {
  return key.slice(0, PREFIX_LENGTH);
}

/** CRC32 in base62, zero-padded to 6 characters. */
function checksum(body: string): string {
  let rest = crc32(body);
  let digits = '';
  for (let index = 0; index < CHECKSUM_LENGTH; index++) {
    digits = ALPHABET[rest % ALPHABET.length] + digits;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return digits;
}
