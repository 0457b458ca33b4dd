/**
 * Tokens that let a person become a member, or set a new password. A token's hash is reserved for the organization that
 * made it; the organization's own stream says whether the token still counts.
 */
import { randomBytes } from 'node:crypto';
import type { UniqueValues } from '#contracts/ports/unique-values.ts';
import { hashSecret } from './api-key-secrets.ts';

/** The purposes of tokens, each with the prefix of its tokens and the namespace where hashes are reserved. */
const KINDS = {
  invitation: { prefix: 'evs_inv_', namespace: 'invitation-token' },
  reset: { prefix: 'evs_rst_', namespace: 'password-reset-token' },
} as const;
export type MemberTokenKind = keyof typeof KINDS;

const TOKEN_BYTES = 32;
const RANDOM_PART = /^[\w-]{43}$/;

/** Creates a token with 256 random bits, and reserves its hash for the organization. */
export async function newMemberToken(
  uniqueValues: Pick<UniqueValues, 'reserve'>,
  pepper: Uint8Array,
  kind: MemberTokenKind,
  organizationId: string,
): Promise<{ token: string; token_hash: string }> {
  const { prefix, namespace } = KINDS[kind];
  const token = prefix + randomBytes(TOKEN_BYTES).toString('base64url');
  const token_hash = hashSecret(token, pepper);
  await uniqueValues.reserve(namespace, token_hash, organizationId);
  return { token, token_hash };
}

/** The organization that created a token, and the token's hash; null for an unknown token or one of another kind. */
export async function findMemberToken(
  uniqueValues: Pick<UniqueValues, 'owner'>,
  pepper: Uint8Array,
  kind: MemberTokenKind,
  token: string,
): Promise<{ organization_id: string; token_hash: string } | null> {
  const { prefix, namespace } = KINDS[kind];
  if (!token.startsWith(prefix) || !RANDOM_PART.test(token.slice(prefix.length))) return null;
  const token_hash = hashSecret(token, pepper);
  const organization_id = await uniqueValues.owner(namespace, token_hash);
  return organization_id === null ? null : { organization_id, token_hash };
}
