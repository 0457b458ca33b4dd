/**
 * Members' e-mail addresses: sealed like credentials, each with its own vault key, and found by a keyed hash. The vault
 * checks the key of an address as it does those of credentials (`checkCredentialKey`).
 */
import { keyedHash } from '#common/keyed-hash.ts';
import { isUnknownKey } from '#contracts/ports/key-vault.ts';
import { SealError } from '#contracts/ports/sealer.ts';
import { isSealedAddress, type MemberAddress, type SealedAddress } from '#domain/organization/address.ts';
import { type CredentialDependencies, type CredentialReader, openCredential, sealCredential } from './credentials.ts';

interface Account {
  organization_id: string;
  email: string;
}

/** Two addresses that differ in upper and lower case only have the same fingerprint; two organizations never share one. */
export function addressFingerprint(pepper: Uint8Array, { organization_id, email }: Account): string {
  return keyedHash(pepper, 'member-address', organization_id, email.toLowerCase());
}

/** The fingerprint of a member's address; null for one who has none. */
export function fingerprintOf(pepper: Uint8Array, organization_id: string, address: MemberAddress | null) {
  if (address === null) return null;
  return isSealedAddress(address)
    ? address.fingerprint
    : addressFingerprint(pepper, { organization_id, email: address.clear });
}

/** Seals an address with a new key, which is destroyed within minutes if no member of the organization has it then. */
export async function sealAddress(
  dependencies: CredentialDependencies,
  pepper: Uint8Array,
  { user_id, ...account }: Account & { user_id: string },
): Promise<SealedAddress> {
  const owner = { id: user_id, organization_id: account.organization_id };
  const sealed = await sealCredential(dependencies, owner, account.email);
  return { ...sealed, fingerprint: addressFingerprint(pepper, account) };
}

/**
 * The address in clear. null: there is none, it was erased, or it can't be opened, say with a vault restored from an
 * earlier backup. Throws temporary errors.
 */
export async function openAddress(
  dependencies: CredentialReader,
  address: MemberAddress | null,
): Promise<string | null> {
  if (address === null) return null;
  if (!isSealedAddress(address)) return address.clear;
  try {
    return await openCredential(dependencies, address);
  } catch (error) {
    if (isUnknownKey(error) || error instanceof SealError) return null;
    throw error;
  }
}
