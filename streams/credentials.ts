/**
 * Credentials of provider connections and webhooks: each sealed with a vault key of its own, which is destroyed when the
 * credential is replaced or its owner removed. Nobody can open the events' copies then.
 *
 * A key is due soon while a command is at work on its owner, and daily otherwise. Whoever finds a key due compares it
 * with its owner (`checkCredentialKey`). So no crash leaves the key of a credential that is not in force.
 */
import type { Clock } from '#contracts/ports/clock.ts';
import type { EventStore } from '#contracts/ports/event-store.ts';
import type { KeyVault } from '#contracts/ports/key-vault.ts';
import type { SealContext, Sealer } from '#contracts/ports/sealer.ts';
import type { SealedCredential } from '#domain/events/credential.ts';
import { newId } from '#domain/ids.ts';
import { loadConnection } from './provider-connections.ts';
import { isWebhookId, loadWebhook } from './webhooks.ts';

/** What sealing and destroying take. */
export interface CredentialDependencies {
  vault: Pick<KeyVault, 'createDataKey' | 'reschedule' | 'shred'>;
  sealer: Pick<Sealer, 'seal'>;
  clock: Clock;
}

/** Whose credential it is: a provider connection or a webhook. */
export interface CredentialOwner {
  id: string;
  organization_id: string;
}

/** What opening takes. */
export interface CredentialReader {
  vault: Pick<KeyVault, 'dataKey'>;
  sealer: Pick<Sealer, 'open'>;
}

/** Longer than any request is at work. */
export const AT_WORK_MS = 600_000;
const CHECKED_EVERY_MS = 86_400_000;
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

/** The credential in the clear, for one request; null if its key was destroyed. Throws KeyVaultError and SealError. */
export async function openCredential(
  { vault, sealer }: CredentialReader,
  { key_id, sealed }: SealedCredential,
): Promise<string | null> {
  const key = await vault.dataKey(key_id);
  return key === null ? null : sealer.open(key, placeOf(key_id), sealed);
}

/** To be called before a command takes a credential out of force, and followed by `destroyCredential`. */
export async function announceDestruction(
  { vault, clock }: Pick<CredentialDependencies, 'vault' | 'clock'>,
  { key_id }: SealedCredential,
): Promise<void> {
  await vault.reschedule(key_id, after(clock, AT_WORK_MS));
}

/** Has the key of a credential that is out of force destroyed by whoever looks for due keys. */
export async function leaveToDestruction(
  { vault, clock }: Pick<CredentialDependencies, 'clock'> & { vault: Pick<KeyVault, 'reschedule'> },
  { key_id }: SealedCredential,
): Promise<void> {
  await vault.reschedule(key_id, after(clock, 0));
}

/** Throws KeyVaultError; the key is due then, and destroyed later. */
export async function destroyCredential(
  { vault }: Pick<CredentialDependencies, 'vault'>,
  { key_id }: SealedCredential,
): Promise<void> {
  await vault.shred([key_id]);
}

/** Whether a key of the vault is one of a credential; the others are of verifications. */
export function isCredentialKey(keyId: string): boolean {
  return keyId.includes(SEPARATOR);
}

/** Id of the provider connection or webhook that a credential's key belongs to. */
export function ownerOfKey(keyId: string): string {
  return keyId.slice(0, keyId.indexOf(SEPARATOR));
}

/**
 * Compares a due key of a credential with its owner. Returns whether the credential is in force, and its key due
 * again in a day; otherwise the caller destroys the key.
 */
export async function checkCredentialKey(
  { vault, clock }: { vault: Pick<KeyVault, 'reschedule'>; clock: Clock },
  events: Pick<EventStore, 'readStream'>,
  keyId: string,
): Promise<boolean> {
  const owner = ownerOfKey(keyId);
  const inForce = isWebhookId(owner)
    ? await webhookCredential(events, owner)
    : await connectionCredential(events, owner);
  if (inForce?.key_id !== keyId) return false;
  await vault.reschedule(keyId, after(clock, CHECKED_EVERY_MS));
  return true;
}

async function connectionCredential(
  events: Pick<EventStore, 'readStream'>,
  connectionId: string,
): Promise<SealedCredential | undefined> {
  return (await loadConnection(events, connectionId)).state.connection?.credential;
}

async function webhookCredential(
  events: Pick<EventStore, 'readStream'>,
  webhookId: string,
): Promise<SealedCredential | undefined> {
  const { webhook, ended } = (await loadWebhook(events, webhookId)).state;
  return ended === null ? webhook?.credential : undefined;
}

function after(clock: Clock, milliseconds: number): string {
  return new Date(clock.now() + milliseconds).toISOString();
}

/** The key is used for this alone; its id names the owner. */
function placeOf(keyId: string): SealContext {
  return { verification_id: keyId, record: keyId, field: 'credential' };
}
