/** Authenticates against the keys' own streams. */
import { LRUCache } from 'lru-cache';
import type { UniqueValues } from '#contracts/ports/unique-values.ts';
import { findKeyBySecret, type KeyReader } from '#streams/api-keys.ts';
import type { Authenticator } from './authenticator.ts';
import { createLookUps } from './look-ups.ts';

/** Hashes of known secrets that are cached, some hundred bytes each. */
const MAX_CACHED = 10_000;

/** Concurrent look-ups of secrets that are not cached. */
const LOOK_UPS_PER_ADDRESS = 4;

export function createKeyAuthenticator({ events, operations }: KeyReader, pepper: Uint8Array): Authenticator {
  const ownerOf = cachedOwner(operations.uniqueValues);
  return {
    async authenticate(secret, address) {
      const owner: UniqueValues['owner'] = (namespace, hash) => ownerOf(namespace, hash, address);
      const found = await findKeyBySecret({ events, operations: { uniqueValues: { owner } } }, pepper, secret);
      if (found.outcome === 'unknown') return { failure: 'invalid_api_key' };
      if (found.outcome === 'revoked') return { failure: 'key_revoked' };
      const { key } = found;
      return {
        kind: 'api_key',
        key_id: key.key_id,
        session_id: null,
        organization_id: key.organization_id,
        user_id: key.user_id,
        project_id: key.project_id ?? null,
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

/**
 * Caches the key id that a secret's hash is reserved for, which never changes. Whether the key is still valid is read
 * anyway.
 */
function cachedOwner(uniqueValues: Pick<UniqueValues, 'owner'>) {
  const cache = new LRUCache<string, string>({ max: MAX_CACHED });
  const lookUp = createLookUps(LOOK_UPS_PER_ADDRESS);
  return async (namespace: string, hash: string, address: string | null): Promise<string | null> => {
    const cached = cache.get(hash);
    if (cached !== undefined) return cached;
    const keyId = await lookUp(address, () => uniqueValues.owner(namespace, hash));
    if (keyId !== null) cache.set(hash, keyId);
    return keyId;
  };
}
