/** Invites people to an organization. */
import { ApiError } from '#contracts/errors.ts';
import { INVITATION_WARNING, type MemberAddRequest, type MemberInvited } from '#contracts/http/organization.ts';
import { newId } from '#domain/ids.ts';
import { isSealedAddress, type SealedAddress } from '#domain/organization/address.ts';
import { ORGANIZATION } from '#domain/organization/decider.ts';
import { type Member, memberWithAddress } from '#domain/organization/member.ts';
import { countHourly } from '#http/rate-limit.ts';
import { announceDestruction, destroyCredential } from '#sealed/credentials.ts';
import { addressFingerprint, openAddress, sealAddress } from '#sealed/member-addresses.ts';
import { newMemberToken } from '#streams/member-tokens.ts';
import { memberRecord } from '#streams/members.ts';
import { load } from '#streams/repository.ts';
import type { Caller } from '../caller.ts';
import type { MemberDependencies } from '../dependencies.ts';
import { executeCommand } from '../execute-command.ts';

/** How long an invitation can be accepted. */
const INVITATION_MS = 7 * 24 * 3_600_000;

/**
 * Per organization. An invitation can be replaced any number of times, and each adds an event to a stream that every
 * verification reads.
 */
const INVITATIONS_PER_HOUR = 60;

/**
 * Creates an invitation, or replaces the open one for the same address. Throws role_forbidden if anybody but the owner
 * invites an admin, already_exists for the address of a member, rate_limit_exceeded.
 */
export async function inviteMember(
  dependencies: MemberDependencies,
  caller: Caller,
  { email, role }: MemberAddRequest,
): Promise<MemberInvited> {
  if (role === 'admin' && caller.role !== 'owner') {
    throw new ApiError('role_forbidden', { message: 'Only the owner of the organization invites admins.' });
  }
  const { events, operations, clock, secrets } = dependencies;
  const { organization_id } = caller;
  const now = clock.now();
  const counter = `invitations:${organization_id}`;
  await countHourly(dependencies, counter, INVITATIONS_PER_HOUR, 'invitations per hour and organization');
  const loaded = await load(events, ORGANIZATION, organization_id);
  const sought = { email, fingerprint: addressFingerprint(secrets.pepper, { organization_id, email }) };
  const known = memberWithAddress(loaded.state, sought);
  // The decider refuses it too, but a key would have been made for nothing.
  if (known?.invitation === null) throw new ApiError('already_exists', { param: 'email' });
  const user_id = known?.user_id ?? newId('usr');
  const address = await addressFor(dependencies, known, { organization_id, user_id, email });
  const { token, token_hash } = await newMemberToken(
    operations.uniqueValues,
    secrets.pepper,
    'invitation',
    organization_id,
  );
  const expires_at = new Date(now + INVITATION_MS).toISOString();
  const state = await executeCommand(
    events,
    ORGANIZATION,
    organization_id,
    {
      type: 'InviteMember',
      user_id,
      address,
      email,
      role,
      token_hash,
      invited_at: new Date(now).toISOString(),
      expires_at,
    },
    caller,
    loaded,
  );
  await destroyReplaced(dependencies, caller, known, address);
  const member = memberWithAddress(state, sought)!;
  return { ...memberRecord(member, email), invitation: { token, expires_at, warning: INVITATION_WARNING } };
}

/** The address that an open invitation has already, unless it is written in another way now. */
async function addressFor(
  dependencies: MemberDependencies,
  invited: Member | null,
  account: { organization_id: string; user_id: string; email: string },
): Promise<SealedAddress> {
  const earlier = invited?.address ?? null;
  if (isSealedAddress(earlier)) {
    if ((await openAddress(dependencies, earlier)) === account.email) return earlier;
    await announceDestruction(dependencies, earlier);
  }
  return sealAddress(dependencies, dependencies.secrets.pepper, account);
}

/** Destroys the key of an earlier address. If that fails, the key stays due and is destroyed later. */
async function destroyReplaced(
  { vault, logger }: MemberDependencies,
  { metadata: { request_id } }: Caller,
  invited: Member | null,
  { key_id }: SealedAddress,
): Promise<void> {
  const earlier = invited?.address ?? null;
  if (!isSealedAddress(earlier) || earlier.key_id === key_id) return;
  await destroyCredential({ vault }, earlier).catch((err: unknown) => {
    logger.error({ err, request_id, user_id: invited?.user_id }, 'the key of a replaced address is not destroyed yet');
  });
}
