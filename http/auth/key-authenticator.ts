/** Authentication against the keys' own streams. */
import { LRUCache } from 'lru-cache';
import { FairSlots, SlotsFullError } from '#common/fair-slots.ts';
import { ApiError } from '#contracts/errors.ts';
import type { UniqueValues } from '#contracts/ports/unique-values.ts';
import { findKeyBySecret, type KeyReader } from '#streams/api-keys.ts';
import type { Authenticator } from './authenticator.ts';

/** Hashes of secrets whose keys are known, some hundred bytes each. */
const MAX_KNOWN = 10_000;

/**
 * Secrets that are looked up at a time and were not known before. Anybody can make up keys that look right: whoever tries
 * a flood of them has no more than an address's share of the store, and locks nobody out that shares the address.
 */
const LOOK_UPS = 16;
const LOOK_UPS_PER_ADDRESS = 4;
/** As many as there can be connections; only those who leave before their turn make room for more. */
const WAITING_PER_ADDRESS = 2_000;
/** Where a proxy does not tell the address. */
const UNKNOWN_ADDRESS = 'unknown';

export function createKeyAuthenticator({ events, operations }: KeyReader, pepper: Uint8Array): Authenticator {
  const ownerOf = remembering(operations.uniqueValues);
  return {
    async authenticate(secret, address) {
      const owner: UniqueValues['owner'] = (namespace, hash) => ownerOf(namespace, hash, address ?? UNKNOWN_ADDRESS);
      const found = await findKeyBySecret({ events, operations: { uniqueValues: { owner } } }, pepper, secret);
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
function remembering(uniqueValues: Pick<UniqueValues, 'owner'>) {
  const known = new LRUCache<string, string>({ max: MAX_KNOWN });
  const lookUps = new FairSlots({
    slots: LOOK_UPS,
    perKey: LOOK_UPS_PER_ADDRESS,
    waitingPerKey: WAITING_PER_ADDRESS,
  });
  return async (namespace: string, hash: string, address: string): Promise<string | null> => {
    const remembered = known.get(hash);
    if (remembered !== undefined) return remembered;
    const keyId = await lookUps.run(address, () => uniqueValues.owner(namespace, hash)).catch(refuseWhereFull);
    if (keyId !== null) known.set(hash, keyId);
    return keyId;
  };
}

function refuseWhereFull(error: unknown): never {
  if (!(error instanceof SlotsFullError)) throw error;
  throw new ApiError('service_unavailable', { retryAfter: 1 });
}
