/**
 * API keys by their secret. The secret's hash is reserved for the key's id. Every look-up also reads the key's stream,
 * so a rotation or revocation takes effect on every instance at once.
 */
import { isWellFormedApiKey } from '#common/api-key-format.ts';
import type { EventMetadata, EventStore } from '#contracts/ports/event-store.ts';
import type { OperationalStores } from '#contracts/ports/operational-stores.ts';
import type { UniqueValues } from '#contracts/ports/unique-values.ts';
import { API_KEY, type ApiKeyRejection, type KeyIssuedData } from '#domain/api-key/decider.ts';
import { hashSecret, type KeySecret } from './api-key-secrets.ts';
import { type Executed, execute, load } from './repository.ts';

export interface ApiKeyStores {
  events: EventStore;
  operations: Pick<OperationalStores, 'uniqueValues'>;
}

/** The stores that a key look-up needs. */
export interface KeyReader {
  events: Pick<EventStore, 'readStream'>;
  operations: { uniqueValues: Pick<UniqueValues, 'owner'> };
}

const NAMESPACE = 'api-key-secret';

export type KeyLookup =
  | { outcome: 'found'; key: KeyIssuedData }
  | { outcome: 'unknown' }
  /** The key was revoked, or rotated to another secret. */
  | { outcome: 'revoked' };

/** Finds the key that a secret belongs to. A malformed secret is unknown without a look-up. */
export async function findKeyBySecret(stores: KeyReader, pepper: Uint8Array, secret: string): Promise<KeyLookup> {
  if (!isWellFormedApiKey(secret)) return { outcome: 'unknown' };
  const hash = hashSecret(secret, pepper);
  const keyId = await stores.operations.uniqueValues.owner(NAMESPACE, hash);
  if (keyId === null) return { outcome: 'unknown' };
  const { state } = await load(stores.events, API_KEY, keyId);
  // A crash between reservation and append leaves a reservation without a key.
  if (state.key === null) return { outcome: 'unknown' };
  if (state.revoked || state.key.secret_hash !== hash) return { outcome: 'revoked' };
  return { outcome: 'found', key: state.key };
}

/**
 * Reserves the secret's hash, then creates the key. Idempotent. Throws when another key has this secret or this id.
 */
export async function issueKey(stores: ApiKeyStores, data: KeyIssuedData, metadata: EventMetadata): Promise<void> {
  const owner = await stores.operations.uniqueValues.reserve(NAMESPACE, data.secret_hash, data.key_id);
  if (owner !== data.key_id) throw new Error('the secret belongs to another key');
  const command = { type: 'IssueKey', data } as const;
  const issued = await execute(stores.events, API_KEY, data.key_id, command, { metadata });
  if (!issued.accepted) throw new Error(`key not issued: ${issued.code}`);
}

/**
 * Gives the key a new secret. The old one is refused from now on; its hash stays reserved, so that it is recognised as
 * revoked. A refused rotation reserves nothing.
 */
export async function rotateKey(
  stores: ApiKeyStores,
  keyId: string,
  secret: KeySecret,
  rotatedAt: string,
  metadata: EventMetadata,
): Promise<Executed<unknown, ApiKeyRejection>> {
  const command = {
    type: 'RotateKey',
    prefix: secret.prefix,
    secret_hash: secret.secret_hash,
    rotated_at: rotatedAt,
  } as const;
  const loaded = await load(stores.events, API_KEY, keyId);
  const decision = API_KEY.decide(command, loaded.state);
  if (!decision.accepted) return decision;
  await stores.operations.uniqueValues.reserve(NAMESPACE, secret.secret_hash, keyId);
  return execute(stores.events, API_KEY, keyId, command, { metadata, loaded });
}
