/** Loads the master key from the environment, or from a file that is created once. */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { writeNewFile } from '../files/durability.ts';
import { KEY_BYTES, type MasterKey, masterKey } from './key-wrapping.ts';

export class MasterKeyError extends Error {
  readonly code: 'master_key_invalid' | 'master_key_missing';
  constructor(code: MasterKeyError['code'], message: string) {
    super(message);
    this.name = 'MasterKeyError';
    this.code = code;
  }
}

/** Standard base64 of 32 bytes: 43 characters and one padding sign. */
const BASE64_OF_32_BYTES = /^[A-Za-z0-9+/]{43}=$/;

/** `origin` names the source of the text in the error. Throws MasterKeyError `master_key_invalid`. */
export function parseMasterKey(text: string, origin: string): MasterKey {
  const trimmed = text.trim();
  const bytes = Buffer.from(trimmed, 'base64');
  if (!BASE64_OF_32_BYTES.test(trimmed) || bytes.length !== KEY_BYTES) {
    throw new MasterKeyError('master_key_invalid', `${origin} must be base64 of ${KEY_BYTES} bytes`);
  }
  return masterKey(bytes);
}

/**
 * Reads the key file. If it does not exist and `create` allows it, creates it (mode 0600, on the disk before this
 * returns). Forbid this when wrapped keys exist already: a new master key could never open them. The caller holds the
 * lock of the data folder, so that no two processes create a key.
 * Throws MasterKeyError `master_key_missing`, `master_key_invalid`.
 */
export function masterKeyFromFile(file: string, options: { create: boolean }): MasterKey {
  const present = readIfPresent(file);
  if (present !== null) return parseMasterKey(present, file);
  if (!options.create) {
    throw new MasterKeyError('master_key_missing', `${file} is missing, and the keys in this data folder need it`);
  }
  const bytes = randomBytes(KEY_BYTES);
  writeNewFile(file, `${bytes.toString('base64')}\n`);
  return masterKey(bytes);
}

function readIfPresent(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
