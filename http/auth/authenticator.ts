/** Identifies the owner of a bearer credential. */
import { isWellFormedApiKey } from '#common/api-key-format.ts';
import { ApiError } from '#contracts/errors.ts';
import type { Principal } from '../context.ts';

export interface Authenticator {
  /**
   * Looks up a well-formed key by its hash and always reads its current state: a revoked or rotated key fails on every
   * instance as soon as its revocation was acknowledged. `address`: the client's; null if a proxy does not pass it on.
   * Throws ApiError service_unavailable if too many unknown keys are being looked up for that address.
   */
  authenticate(
    secret: string,
    address: string | null,
  ): Promise<Principal | { failure: 'invalid_api_key' | 'key_revoked' }>;
}

const BEARER = /^Bearer +(?<token>[^ ]+) *$/i;

/** Throws missing_credentials, invalid_api_key, key_revoked. A key with a wrong checksum is never looked up. */
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
