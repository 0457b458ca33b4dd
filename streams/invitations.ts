/**
 * Invitations by their token. Its hash is reserved for the organization that invites; the organization's own stream says
 * whether the invitation is still open.
 */
import { randomBytes } from 'node:crypto';
import type { UniqueValues } from '#contracts/ports/unique-values.ts';
import { hashSecret } from './api-key-secrets.ts';

const NAMESPACE = 'invitation-token';
const TOKEN_BYTES = 32;
const FORM = /^evs_inv_[\w-]{43}$/;

/** Generates a token with 256 random bits. */
export function newInvitationToken(): string {
  return `evs_inv_${randomBytes(TOKEN_BYTES).toString('base64url')}`;
}

export async function reserveInvitation(
  uniqueValues: Pick<UniqueValues, 'reserve'>,
  tokenHash: string,
  organizationId: string,
): Promise<void> {
  await uniqueValues.reserve(NAMESPACE, tokenHash, organizationId);
}

/** The organization that a token invites to, and the token's hash; null for an unknown token. */
export async function findInvitation(
  uniqueValues: Pick<UniqueValues, 'owner'>,
  pepper: Uint8Array,
  token: string,
): Promise<{ organization_id: string; token_hash: string } | null> {
  if (!FORM.test(token)) return null;
  const token_hash = hashSecret(token, pepper);
  const organization_id = await uniqueValues.owner(NAMESPACE, token_hash);
  return organization_id === null ? null : { organization_id, token_hash };
}
