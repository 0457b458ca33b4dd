/**
 * Passwords: hashed with scrypt and then with the server's pepper, so that nobody can guess them from a stolen log
 * alone.
 */
import { createHmac, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { FairSlots } from '#common/fair-slots.ts';
import type { PasswordVerifier } from '#domain/organization/events.ts';
import { refuseIfFull } from '#http/full-slots.ts';

/** OWASP's figures for scrypt with 32 MiB of memory (Password Storage Cheat Sheet). */
const COST: PasswordCost = { N: 2 ** 15, r: 8, p: 3 };
const SALT_BYTES = 16;
const HASH_BYTES = 32;

/** Passwords hashed concurrently. Each occupies one of the four threads of Node's pool, which also reads files. */
const AT_A_TIME = 2;
const PER_ADDRESS = 1;
const WAITING_PER_ADDRESS = 8;

/** Parameters of scrypt. */
export type PasswordCost = Pick<PasswordVerifier, 'N' | 'r' | 'p'>;

export interface Passwords {
  /** `address`: the client's. Throws service_unavailable if too many calls wait. */
  hash(password: string, address: string): Promise<PasswordVerifier>;
  /**
   * Never matches null, but takes as long, so that timing does not reveal whether there is a password. Throws
   * service_unavailable if too many calls wait.
   */
  matches(password: string, verifier: PasswordVerifier | null, address: string): Promise<boolean>;
}

/** `cost`: parameters of new hashes; lower only in tests. */
export function createPasswords(pepper: Uint8Array, cost: PasswordCost = COST): Passwords {
  const slots = new FairSlots({ slots: AT_A_TIME, perKey: PER_ADDRESS, waitingPerKey: WAITING_PER_ADDRESS });
  const derive = (password: string, params: Omit<PasswordVerifier, 'hash'>, address: string) =>
    slots.run(address, () => hashWith(pepper, password, params)).catch(refuseIfFull);
  const newParameters = () => ({ salt: randomBytes(SALT_BYTES).toString('base64'), ...cost });
  return {
    async hash(password, address) {
      const params = newParameters();
      return { ...params, hash: (await derive(password, params, address)).toString('hex') };
    },
    async matches(password, verifier, address) {
      const derived = await derive(password, verifier ?? newParameters(), address);
      return verifier !== null && timingSafeEqual(derived, Buffer.from(verifier.hash, 'hex'));
    },
  };
}

async function hashWith(
  pepper: Uint8Array,
  password: string,
  { salt, N, r, p }: Omit<PasswordVerifier, 'hash'>,
): Promise<Buffer> {
  // The same characters may be typed as different code points.
  const text = password.normalize('NFKC');
  const derived = await new Promise<Buffer>((resolve, reject) => {
    const done = (error: Error | null, key: Buffer) => (error === null ? resolve(key) : reject(error));
    scrypt(text, Buffer.from(salt, 'base64'), HASH_BYTES, { N, r, p, maxmem: 256 * N * r }, done);
  });
  return createHmac('sha256', pepper).update(derived).digest();
}
