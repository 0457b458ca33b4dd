/** Who a bearer credential stands for. */
import { isWellFormedApiKey } from '#common/api-key-format.ts';
import { ApiError } from '#contracts/errors.ts';
import type { Principal } from '../context.ts';

export interface Authenticator {
  /**
   * Looks up a well-formed key by its hash, as things stand now: a revoked or rotated key fails from the moment its
   * revocation was acknowledged, on every instance. `address` is the client's, null where a proxy does not tell it.
   * Throws ApiError service_unavailable where too many unknown keys are being looked up for it.
   */
  authenticate(
    secret: string,
    address: string | null,
  ): Promise<Principal | { failure: 'invalid_api_key' | 'key_revoked' }>;
}

const BEARER = /^Bearer +(?<token>[^ ]+) *$/i;

/** Throws missing_credentials, invalid_api_key, key_revoked. A key whose checksum is wrong is never looked up. */
export async function authenticate(
  authenticator: Authenticator,
  authorization: string | undefined,
  address: string | null,
) {
  const token = BEARER.exec(authorization ?? '')?.groups?.token;
  if (token === undefined) throw new ApiError('missing_credentials');
  if (!isWellFormedApiKey(token)) throw new ApiError('invalid_api_key');
  const found = await authenticator.authenticate(token, address);
  if ('failure' in found) throw new ApiError(found.failure);
  return found;
}
