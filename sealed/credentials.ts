/**
 * Credentials of provider connections and webhooks, and members' addresses (`member-addresses.ts`). Each is sealed with
 * its own vault key, which is destroyed when the credential is replaced or its owner removed; the copies in events can
 * then never be opened.
 *
 * A key is due soon while a command is changing its owner, and once a day otherwise. Due keys are compared with their
 * owner (`pipeline/periodic/credential-keys.ts`), so no crash can leave the key of a credential that is not in use.
 */
import type { Clock } from '#contracts/ports/clock.ts';
import type { KeyVault } from '#contracts/ports/key-vault.ts';
import type { SealContext, Sealer } from '#contracts/ports/sealer.ts';
import type { SealedCredential } from '#domain/events/credential.ts';
import { newId } from '#domain/ids.ts';

/** What sealing and destroying credentials requires. */
export interface CredentialDependencies {
  vault: Pick<KeyVault, 'createDataKey' | 'reschedule' | 'shred'>;
  sealer: Pick<Sealer, 'seal'>;
  clock: Clock;
}

/** The provider connection, webhook or member that a credential belongs to. */
export interface CredentialOwner {
  id: string;
  organization_id: string;
}

/** What opening credentials requires. */
export interface CredentialReader {
  vault: Pick<KeyVault, 'dataKey'>;
  sealer: Pick<Sealer, 'open'>;
}

/** Longer than any request takes. */
export const AT_WORK_MS = 600_000;
const SEPARATOR = '/';

/** Seals a credential with a new key. */
export async function sealCredential(
  { vault, sealer, clock }: CredentialDependencies,
  { id, organization_id }: CredentialOwner,
  credential: string,
): Promise<SealedCredential> {
  const key_id = `${id}${SEPARATOR}${newId('crd')}`;
  const expires_at = after(clock, AT_WORK_MS);
  const key = await vault.createDataKey(key_id, { organization_id, expires_at, lasting: true, ephemeral: false });
  return { key_id, sealed: sealer.seal(key, placeOf(key_id), credential) };
}

/** The credential in plain text, for one request; null if its key was destroyed. Throws KeyVaultError and SealError. */
export async function openCredential(
  { vault, sealer }: CredentialReader,
  { key_id, sealed }: SealedCredential,
): Promise<string | null> {
  const key = await vault.dataKey(key_id);
  return key === null ? null : sealer.open(key, placeOf(key_id), sealed);
}

/** Call this before a command that ends the use of a credential, and `destroyCredential` after it. */
export async function announceDestruction(
  { vault, clock }: Pick<CredentialDependencies, 'vault' | 'clock'>,
  { key_id }: SealedCredential,
): Promise<void> {
  await vault.reschedule(key_id, after(clock, AT_WORK_MS));
}

/** Makes the key of an unused credential due, so that the expiry watch destroys it. */
export async function leaveToDestruction(
  { vault, clock }: Pick<CredentialDependencies, 'clock'> & { vault: Pick<KeyVault, 'reschedule'> },
  { key_id }: SealedCredential,
): Promise<void> {
  await vault.reschedule(key_id, after(clock, 0));
}

/** Throws KeyVaultError. The key then stays due and is destroyed later. */
export async function destroyCredential(
  { vault }: Pick<CredentialDependencies, 'vault'>,
  { key_id }: Pick<SealedCredential, 'key_id'>,
): Promise<void> {
  await vault.shred([key_id]);
}

/** Whether a key of the vault is one of a credential; the others are of verifications. */
export function isCredentialKey(keyId: string): boolean {
  return keyId.includes(SEPARATOR);
}

/** Id of the provider connection, webhook or member that a credential's key belongs to. */
export function ownerOfKey(keyId: string): string {
  return keyId.slice(0, keyId.indexOf(SEPARATOR));
}

function after(clock: Clock, milliseconds: number): string {
  return new Date(clock.now() + milliseconds).toISOString();
}

/** A key seals nothing else; its id names the owner. */
function placeOf(keyId: string): SealContext {
  return { verification_id: keyId, record: keyId, field: 'credential' };
}
