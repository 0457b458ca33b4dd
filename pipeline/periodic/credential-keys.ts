/** Compares due keys of credentials with the streams of their owners, which say whether the credential is in use. */
import type { Clock } from '#contracts/ports/clock.ts';
import type { EventStore } from '#contracts/ports/event-store.ts';
import type { DueKey, KeyVault } from '#contracts/ports/key-vault.ts';
import type { SealedCredential } from '#domain/events/credential.ts';
import { isSealedAddress } from '#domain/organization/address.ts';
import { ORGANIZATION } from '#domain/organization/decider.ts';
import { PROVIDER_CONNECTION } from '#domain/provider-connection/decider.ts';
import { ownerOfKey } from '#sealed/credentials.ts';
import { load } from '#streams/repository.ts';
import { isWebhookId, loadWebhook } from '#streams/webhooks.ts';

const CHECKED_EVERY_MS = 86_400_000;
/** Prefix of the ids of members. */
const MEMBER = 'usr_';

/**
 * Compares a due key with its owner. Returns whether the credential is in use; its key is then due again in a day.
 * Otherwise the caller destroys the key.
 */
export async function checkCredentialKey(
  { vault, clock }: { vault: Pick<KeyVault, 'reschedule'>; clock: Clock },
  events: Pick<EventStore, 'readStream'>,
  due: Pick<DueKey, 'id' | 'organization_id'>,
): Promise<boolean> {
  if (!(await isInUse(events, due))) return false;
  await vault.reschedule(due.id, new Date(clock.now() + CHECKED_EVERY_MS).toISOString());
  return true;
}

async function isInUse(
  events: Pick<EventStore, 'readStream'>,
  { id, organization_id }: Pick<DueKey, 'id' | 'organization_id'>,
): Promise<boolean> {
  const owner = ownerOfKey(id);
  if (owner.startsWith(MEMBER)) return isOfMember(events, organization_id, id);
  const inForce = isWebhookId(owner)
    ? await webhookCredential(events, owner)
    : await connectionCredential(events, owner);
  return inForce?.key_id === id;
}

/** Of two invitations of one address at once, the second is of the first one's user, with a key of its own. */
async function isOfMember(
  events: Pick<EventStore, 'readStream'>,
  organizationId: string,
  keyId: string,
): Promise<boolean> {
  const { state } = await load(events, ORGANIZATION, organizationId);
  return state.members.some(({ address }) => isSealedAddress(address) && address.key_id === keyId);
}

async function connectionCredential(
  events: Pick<EventStore, 'readStream'>,
  connectionId: string,
): Promise<SealedCredential | undefined> {
  return (await load(events, PROVIDER_CONNECTION, connectionId)).state.connection?.credential;
}

async function webhookCredential(
  events: Pick<EventStore, 'readStream'>,
  webhookId: string,
): Promise<SealedCredential | undefined> {
  const { webhook, ended } = (await loadWebhook(events, webhookId)).state;
  return ended === null ? webhook?.credential : undefined;
}
