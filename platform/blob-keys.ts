/** Rules for blob keys, the same in every store, so that data can move between stores. */

const MAX_KEY_CHARACTERS = 200;
const KEY = /^[a-z0-9][a-z0-9._-]*(?:\/[a-z0-9][a-z0-9._-]*)*$/;

export function isBlobKey(key: string): boolean {
  return key.length <= MAX_KEY_CHARACTERS && KEY.test(key);
}

/** Throws RangeError for an invalid key. */
export function checkBlobKey(key: string): void {
  if (!isBlobKey(key)) throw new RangeError('not a key of a blob');
}

/** Throws RangeError for an invalid key prefix: whole segments, each followed by `/`. */
export function checkBlobPrefix(prefix: string): void {
  if (!prefix.endsWith('/')) throw new RangeError('a prefix ends in /');
  checkBlobKey(`${prefix}x`);
}
