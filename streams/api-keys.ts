/**
 * API keys by their secret. The secret's hash is reserved for the key's id, and the key's own stream has the last word:
 * it is read at every look-up, so a rotation or a revocation is in force on every instance at once.
 */
import { isWellFormedApiKey } from '#contracts/api-key-format.ts';
import type { EventMetadata, EventStore } from '#contracts/ports/event-store.ts';
import type { OperationalStore } from '#contracts/ports/operational-store.ts';
import { type ApiKeyRejection, apiKeyDecider, apiKeyStream, type KeyIssuedData } from '#domain/api-key/decider.ts';
import { newEventId } from '#domain/ids.ts';
import { hashSecret, type KeySecret } from './api-key-secrets.ts';
import { type CarriedOut, carryOut, loadStream } from './repository.ts';

export interface ApiKeyStores {
  events: EventStore;
  operations: OperationalStore;
}

/** What looking a key up takes. */
export interface KeyReader {
  events: Pick<EventStore, 'readStream'>;
  operations: Pick<OperationalStore, 'reservation'>;
}

const NAMESPACE = 'api-key-secret';

export type KeyLookup =
  | { outcome: 'found'; key: KeyIssuedData }
  | { outcome: 'unknown' }
  /** Revoked, or the secret was rotated away. */
  | { outcome: 'revoked' };

/** Who a secret belongs to. A malformed one is unknown without any look-up. */
export async function findKeyBySecret(stores: KeyReader, pepper: Uint8Array, secret: string): Promise<KeyLookup> {
  if (!isWellFormedApiKey(secret)) return { outcome: 'unknown' };
  const hash = hashSecret(secret, pepper);
  const keyId = await stores.operations.reservation(NAMESPACE, hash);
  if (keyId === null) return { outcome: 'unknown' };
  const { state } = await loadStream(stores.events, apiKeyDecider, apiKeyStream(keyId));
  // A crash between reservation and append leaves a reservation without a key.
  if (state.key === null) return { outcome: 'unknown' };
  if (state.revoked || state.key.secret_hash !== hash) return { outcome: 'revoked' };
  return { outcome: 'found', key: state.key };
}

/** Makes the key usable: its secret is reserved first, then the key exists. Repeating it changes nothing. */
export async function issueKey(stores: ApiKeyStores, data: KeyIssuedData, metadata: EventMetadata): Promise<void> {
  const owner = await stores.operations.reserve(NAMESPACE, data.secret_hash, data.key_id);
  if (owner !== data.key_id) throw new Error('the secret belongs to another key');
  const eventId = newEventId();
  const issued = await carryOut(
    stores.events,
    apiKeyDecider,
    apiKeyStream(data.key_id),
    { type: 'IssueKey', data },
    { metadata, eventId: () => eventId },
  );
  if (!issued.accepted) throw new Error(`key not issued: ${issued.code}`);
}

/** Gives the key a new secret; the old one is refused from now on (its reservation stays, so it is known as revoked). */
export async function rotateKey(
  stores: ApiKeyStores,
  keyId: string,
  secret: KeySecret,
  rotatedAt: string,
  metadata: EventMetadata,
): Promise<CarriedOut<unknown, ApiKeyRejection>> {
  await stores.operations.reserve(NAMESPACE, secret.secret_hash, keyId);
  const eventId = newEventId();
  return carryOut(
    stores.events,
    apiKeyDecider,
    apiKeyStream(keyId),
    { type: 'RotateKey', prefix: secret.prefix, secret_hash: secret.secret_hash, rotated_at: rotatedAt },
    { metadata, eventId: () => eventId },
  );
}
