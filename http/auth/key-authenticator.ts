/** Authentication against the keys' own streams. */
import { LRUCache } from 'lru-cache';
import type { UniqueValues } from '#contracts/ports/unique-values.ts';
import { findKeyBySecret, type KeyReader } from '#streams/api-keys.ts';
import type { Authenticator } from './authenticator.ts';

/** Hashes of secrets whose keys are known, some hundred bytes each. */
const MAX_KNOWN = 10_000;

export function createKeyAuthenticator({ events, operations }: KeyReader, pepper: Uint8Array): Authenticator {
  const stores = { events, operations: { uniqueValues: { owner: remembering(operations.uniqueValues) } } };
  return {
    async authenticate(secret) {
      const found = await findKeyBySecret(stores, pepper, secret);
      if (found.outcome === 'unknown') return { failure: 'invalid_api_key' };
      if (found.outcome === 'revoked') return { failure: 'key_revoked' };
      const { key } = found;
      return {
        kind: 'api_key',
        key_id: key.key_id,
        organization_id: key.organization_id,
        user_id: key.user_id,
        role: key.role,
        scopes: key.scopes,
        environment: key.environment,
        quota_per_hour: key.quota_per_hour,
        monthly_cost_limit_cents: key.monthly_cost_limit_cents,
        allowed_ips: key.allowed_ips,
      };
    },
  };
}

/** The key that a secret's hash was reserved for stays the same for good: only whether it is still valid must be read. */
function remembering(uniqueValues: Pick<UniqueValues, 'owner'>): UniqueValues['owner'] {
  const known = new LRUCache<string, string>({ max: MAX_KNOWN });
  return async (namespace, hash) => {
    const keyId = known.get(hash) ?? (await uniqueValues.owner(namespace, hash));
    if (keyId !== null) known.set(hash, keyId);
    return keyId;
  };
}
