/** Lets invited people join. */
import type { InvitationSignIn } from '#contracts/http/session.ts';
import { memberInvitedBy, memberJoinedWith } from '#domain/organization/member.ts';
import type { SessionDependencies } from '../dependencies.ts';
import type { Entered, Visitor } from './enter.ts';
import { enterWithToken, type TokenUse } from './enter-with-token.ts';

const INVITATION: TokenUse = {
  kind: 'invitation',
  openTo: memberInvitedBy,
  command: (token_hash, password, accepted_at) => ({ type: 'AcceptInvitation', token_hash, password, accepted_at }),
  usedBy: memberJoinedWith,
  messages: {
    invalid: 'The invitation is not valid, or not any more.',
    used: 'The invitation has been accepted. Sign in with your password.',
  },
};

/**
 * Adds the person to the organization and signs in. A repetition with the same token and password signs in too. Throws
 * not_found for a token that is invalid or no longer valid; rate_limit_exceeded.
 */
export function acceptInvitation(
  dependencies: SessionDependencies,
  visitor: Visitor,
  given: InvitationSignIn,
): Promise<Entered> {
  return enterWithToken(dependencies, visitor, INVITATION, given);
}
