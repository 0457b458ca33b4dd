/** Erasure of a member at the person's own request. */
import { ApiError } from '#contracts/errors.ts';
import type { MemberErasure, MemberErasureRequest } from '#contracts/http/session.ts';
import { ORGANIZATION } from '#domain/organization/decider.ts';
import { joinedMember } from '#domain/organization/member.ts';
import type { SignedIn } from '#http/auth/session-authenticator.ts';
import { eraseMember } from '#streams/member-erasure.ts';
import { load } from '#streams/repository.ts';
import type { SessionDependencies } from '../dependencies.ts';
import { accountOf, countPasswordAttempt } from './attempts.ts';
import { metadataOf, type Visitor } from './enter.ts';

/**
 * Ends the membership of the person in the session, who must give the password, and destroys the key of the address.
 * Throws not_found for the organization's creator, who has no address; invalid_credentials; rate_limit_exceeded.
 */
export async function eraseOwn(
  dependencies: SessionDependencies,
  visitor: Visitor,
  { session }: SignedIn,
  { password }: MemberErasureRequest,
): Promise<MemberErasure> {
  const { events, passwords } = dependencies;
  const { organization_id, user_id } = session;
  const { state } = await load(events, ORGANIZATION, organization_id);
  const member = joinedMember(state, user_id);
  if (!member?.password) throw nothingToErase();
  await countPasswordAttempt(dependencies, visitor.ip, accountOf(dependencies, organization_id, member), true);
  // Who is signed in is no stranger.
  const holder = { address: visitor.ip, known_in: organization_id };
  if (!(await passwords.matches(password, async () => member.password, holder))) {
    throw new ApiError('invalid_credentials', { message: 'The password is not right.' });
  }
  const erased = await eraseMember(dependencies, session, metadataOf(visitor, session));
  if (erased === null) throw nothingToErase();
  const { erased_at, key_destroyed, clear_in_log } = erased;
  return { user_id, erased_at, key_destroyed, clear_in_log };
}

function nothingToErase(): ApiError {
  return new ApiError('not_found', { message: 'You have no address here that could be erased.' });
}
