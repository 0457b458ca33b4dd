/** Lets the people who were invited join. */
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
 * The person joins the organization and is signed in. The same acceptance again, with the token and the password, signs in.
 * Throws not_found for a token that is not valid, or not any more; rate_limit_exceeded.
 */
export function acceptInvitation(
  dependencies: SessionDependencies,
  visitor: Visitor,
  given: InvitationSignIn,
): Promise<Entered> {
  return enterWithToken(dependencies, visitor, INVITATION, given);
}
