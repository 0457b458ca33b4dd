/**
 * The link with which the operator signs in to the workbench as the owner, without a password. There is one at a time: a
 * new one replaces the one before. Only its token's hash is stored.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { ServerValues } from '#contracts/ports/server-values.ts';
import { hashSecret } from './api-key-secrets.ts';

/** Long enough to change to a browser, short enough that a terminal's history opens nothing. */
export const LINK_MS = 10 * 60_000;

const NAME = 'sign-in-link';
const PREFIX = 'evs_lnk_';
const TOKEN = /^evs_lnk_[\w-]{43}$/;
const TOKEN_BYTES = 32;

/** Whose session the link starts: that of an API key's creator, with the key's rights. */
export interface LinkedKey {
  key_id: string;
  /** The link is void once the key has another secret. */
  secret_hash: string;
}

interface StoredLink extends LinkedKey {
  token_hash: string;
  /** Milliseconds since 1970. */
  expires: number;
  used: boolean;
}

/** Creates a link's token with 256 random bits; every earlier link is void from now on. */
export async function newSignInLink(
  values: ServerValues,
  pepper: Uint8Array,
  { key_id, secret_hash }: LinkedKey,
  nowMs: number,
): Promise<string> {
  const token = PREFIX + randomBytes(TOKEN_BYTES).toString('base64url');
  const link: StoredLink = {
    key_id,
    secret_hash,
    token_hash: hashSecret(token, pepper),
    expires: nowMs + LINK_MS,
    used: false,
  };
  while (!(await values.compareAndSet(NAME, await values.get(NAME), JSON.stringify(link)))) {
    // Another process made a link at the same moment: the last one counts.
  }
  return token;
}

/** Uses a link up. Returns null if the token is not that of the link, or was used, or has expired. */
export async function useSignInLink(
  values: ServerValues,
  pepper: Uint8Array,
  token: string,
  nowMs: number,
): Promise<LinkedKey | null> {
  if (!TOKEN.test(token)) return null;
  const stored = await values.get(NAME);
  if (stored === null) return null;
  const link = JSON.parse(stored) as StoredLink;
  const isRight = timingSafeEqual(Buffer.from(link.token_hash), Buffer.from(hashSecret(token, pepper)));
  if (!isRight || link.used || link.expires <= nowMs) return null;
  // Whoever changes the value first is the one who may enter.
  const usedUp = JSON.stringify({ ...link, used: true } satisfies StoredLink);
  return (await values.compareAndSet(NAME, stored, usedUp)) ? link : null;
}
