/**
 * E-mail addresses of members. Events hold them sealed, each with a vault key of its own, so that destroying the key
 * erases the address; a member is found by a keyed hash.
 */
import { z } from 'zod';
import { SealedCredential } from '../events/credential.ts';

export const SealedAddress = SealedCredential.extend({
  /** HMAC-SHA256 of organization and address with the server's pepper, hex. Upper and lower case give the same. */
  fingerprint: z.string(),
});
export type SealedAddress = z.infer<typeof SealedAddress>;

/** Events of before addresses were sealed. Never written any more. */
export const ClearAddress = z.object({ clear: z.string() });

export const MemberAddress = z.union([SealedAddress, ClearAddress]);
export type MemberAddress = z.infer<typeof MemberAddress>;

/** An address that a member is looked for by. */
export interface SoughtAddress {
  /** In clear, for members who were invited before addresses were sealed. */
  email: string;
  fingerprint: string;
}

export function isSealedAddress(address: MemberAddress | null): address is SealedAddress {
  return address !== null && 'sealed' in address;
}

/** Whether the address is the sought one. Case is ignored. */
export function isAddress(address: MemberAddress | null, { email, fingerprint }: SoughtAddress): boolean {
  if (address === null) return false;
  return isSealedAddress(address)
    ? address.fingerprint === fingerprint
    : address.clear.toLowerCase() === email.toLowerCase();
}
