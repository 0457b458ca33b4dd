/**
 * Passwords: hashed with scrypt and then with the server's pepper, so that nobody can guess them from a stolen log
 * alone.
 */
import { createHmac, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import type { PasswordVerifier } from '#domain/organization/events.ts';
import { createPasswordTurns, type PasswordTurns, type TurnHolder } from './password-turns.ts';

/** OWASP's figures for scrypt with 32 MiB of memory (Password Storage Cheat Sheet). */
const COST: PasswordCost = { N: 2 ** 15, r: 8, p: 3 };
const SALT_BYTES = 16;
const HASH_BYTES = 32;

/** Parameters of scrypt. */
export type PasswordCost = Pick<PasswordVerifier, 'N' | 'r' | 'p'>;

export interface Passwords {
  /** Throws service_unavailable if too many calls wait. */
  hash(password: string, holder: TurnHolder): Promise<PasswordVerifier>;
  /**
   * Looks the verifier up when it is its turn. Never matches null, but takes as long, so that timing does not reveal
   * whether there is a password. Throws service_unavailable if too many calls wait.
   */
  matches(password: string, find: () => Promise<PasswordVerifier | null>, holder: TurnHolder): Promise<boolean>;
}

/** `cost`: parameters of new hashes; lower only in tests. */
export function createPasswords(
  pepper: Uint8Array,
  cost: PasswordCost = COST,
  turns: PasswordTurns = createPasswordTurns(),
): Passwords {
  const newParameters = () => ({ salt: randomBytes(SALT_BYTES).toString('base64'), ...cost });
  return {
    async hash(password, holder) {
      const params = newParameters();
      const hash = await turns.run(holder, () => hashWith(pepper, password, params));
      return { ...params, hash: hash.toString('hex') };
    },
    matches: (password, find, holder) =>
      turns.run(holder, async () => {
        const verifier = await find();
        const derived = await hashWith(pepper, password, verifier ?? newParameters());
        return verifier !== null && timingSafeEqual(derived, Buffer.from(verifier.hash, 'hex'));
      }),
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
