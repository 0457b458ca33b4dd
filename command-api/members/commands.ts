/** Invites people to an organization. */
import { ApiError } from '#contracts/errors.ts';
import { INVITATION_WARNING, type MemberAddRequest, type MemberInvited } from '#contracts/http/organization.ts';
import { newId } from '#domain/ids.ts';
import { organizationDecider, organizationStream } from '#domain/organization/decider.ts';
import { memberWithEmail } from '#domain/organization/member.ts';
import { rateLimitExceeded } from '#http/rate-limit.ts';
import { newMemberToken } from '#streams/member-tokens.ts';
import { memberRecord } from '#streams/members.ts';
import type { Caller } from '../caller.ts';
import type { ResourceDependencies } from '../dependencies.ts';
import { executeCommand } from '../execute-command.ts';

/** How long an invitation can be accepted. */
const INVITATION_MS = 7 * 24 * 3_600_000;

/**
 * Per organization. An invitation can be replaced any number of times, and each adds an event to a stream that every
 * verification reads.
 */
const INVITATIONS_PER_HOUR = 60;
const HOUR_MS = 3_600_000;

/**
 * Creates an invitation, or replaces the open one for the same address. Throws role_forbidden if anybody but the owner
 * invites an admin, already_exists for the address of a member, rate_limit_exceeded.
 */
export async function inviteMember(
  { events, operations, clock, secrets }: ResourceDependencies,
  caller: Caller,
  { email, role }: MemberAddRequest,
): Promise<MemberInvited> {
  if (role === 'admin' && caller.role !== 'owner') {
    throw new ApiError('role_forbidden', { message: 'Only the owner of the organization invites admins.' });
  }
  const { organization_id } = caller;
  const now = clock.now();
  const counted = await operations.counters.hit(`invitations:${organization_id}`, INVITATIONS_PER_HOUR, HOUR_MS, now);
  if (!counted.allowed) throw rateLimitExceeded(counted, 'invitations per hour and organization');
  const { token, token_hash } = await newMemberToken(
    operations.uniqueValues,
    secrets.pepper,
    'invitation',
    organization_id,
  );
  const expires_at = new Date(now + INVITATION_MS).toISOString();
  const state = await executeCommand(
    events,
    organizationDecider,
    organizationStream(organization_id),
    {
      type: 'InviteMember',
      user_id: newId('usr'),
      email,
      role,
      token_hash,
      invited_at: new Date(now).toISOString(),
      expires_at,
    },
    caller,
  );
  const member = memberWithEmail(state, email)!;
  return { ...memberRecord(member), invitation: { token, expires_at, warning: INVITATION_WARNING } };
}
