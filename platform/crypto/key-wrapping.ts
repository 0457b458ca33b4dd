/** Wraps keys and secrets with a master key. */
import { createHmac } from 'node:crypto';
import { decrypt, encrypt, OVERHEAD_BYTES } from './aead.ts';

export const KEY_BYTES = 32;
export const WRAPPED_BYTES = KEY_BYTES + OVERHEAD_BYTES;

export interface MasterKey {
  /** Identifies the key without revealing it; hex. */
  id: string;
  bytes: Uint8Array;
}

/** Throws RangeError unless `bytes` has 32 bytes. */
export function masterKey(bytes: Uint8Array): MasterKey {
  if (bytes.length !== KEY_BYTES) throw new RangeError(`a master key has ${KEY_BYTES} bytes, not ${bytes.length}`);
  return { id: createHmac('sha256', bytes).update('master key id').digest('hex').slice(0, 16), bytes };
}

/** `purpose` binds the wrapped value to its place: it unwraps with the same purpose only. */
export function wrap(master: MasterKey, purpose: string, secret: Uint8Array): Buffer {
  return encrypt(master.bytes, Buffer.from(purpose, 'utf8'), secret);
}

/** Null for a wrong master key, another purpose or changed bytes. */
export function unwrap(master: MasterKey, purpose: string, wrapped: Uint8Array): Buffer | null {
  return decrypt(master.bytes, Buffer.from(purpose, 'utf8'), wrapped);
}

/** Purpose of a wrapped data key. */
export function dataKeyPurpose(id: string): string {
  return `data key ${id}`;
}

/** Purpose of a wrapped server secret. */
export function secretPurpose(name: string): string {
  return `secret ${name}`;
}
