/** Lets the people who were invited join. */
import { timestamp } from '#common/time.ts';
import { ApiError } from '#contracts/errors.ts';
import type { InvitationSignIn } from '#contracts/http/session.ts';
import { organizationDecider, organizationStream } from '#domain/organization/decider.ts';
import { memberInvitedBy, memberJoinedWith } from '#domain/organization/member.ts';
import { findMemberToken } from '#streams/member-tokens.ts';
import { execute, loadStream } from '#streams/repository.ts';
import type { SessionDependencies } from '../dependencies.ts';
import { countAttempt, originOf } from './attempts.ts';
import { type Entered, enterAsMember, metadataOf, type Visitor } from './enter.ts';
import { enterAgain } from './enter-again.ts';

/**
 * The person joins the organization and is signed in. The same acceptance again, with the token and the password, signs in.
 * Throws not_found for a token that is not valid, or not any more; rate_limit_exceeded.
 */
export async function acceptInvitation(
  dependencies: SessionDependencies,
  visitor: Visitor,
  { token, password }: InvitationSignIn,
): Promise<Entered> {
  const { events, operations, clock, secrets, passwords } = dependencies;
  await countAttempt(dependencies, visitor.ip);
  const invitation = await findMemberToken(operations.uniqueValues, secrets.pepper, 'invitation', token);
  if (invitation === null) throw notInvited();
  const { organization_id, token_hash } = invitation;
  const stream = organizationStream(organization_id);
  const { state } = await loadStream(events, organizationDecider, stream);
  const member = memberInvitedBy(state, token_hash, timestamp(clock));
  if (member === null) return acceptAgain(dependencies, visitor, invitation, password);
  const verifier = await passwords.hash(password, originOf(visitor.ip));
  const joined = await execute(
    events,
    organizationDecider,
    stream,
    { type: 'AcceptInvitation', token_hash, password: verifier, accepted_at: timestamp(clock) },
    { metadata: metadataOf(visitor, { organization_id, user_id: member.user_id }) },
  );
  if (!joined.accepted) return acceptAgain(dependencies, visitor, invitation, password);
  return enterAsMember(dependencies, visitor, organization_id, memberJoinedWith(joined.state, token_hash)!);
}

async function acceptAgain(
  dependencies: SessionDependencies,
  visitor: Visitor,
  { organization_id, token_hash }: { organization_id: string; token_hash: string },
  password: string,
): Promise<Entered> {
  const entered = await enterAgain(dependencies, visitor, {
    organization_id,
    findMember: (state) => memberJoinedWith(state, token_hash),
    password,
    message: 'The invitation has been accepted. Sign in with your password.',
  });
  if (entered === null) throw notInvited();
  return entered;
}

function notInvited(): ApiError {
  return new ApiError('not_found', { message: 'The invitation is not valid, or not any more.' });
}
