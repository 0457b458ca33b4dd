/** Authentication against the keys' own streams. */
import { type ApiKeyStores, findKeyBySecret } from '#streams/api-keys.ts';
import type { Authenticator } from './authenticator.ts';

export function createKeyAuthenticator(stores: ApiKeyStores, pepper: Uint8Array): Authenticator {
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
