/** Repeats of a call that has set a password with a token, as when its answer was lost. */
import { ApiError } from '#contracts/errors.ts';
import { organizationDecider, organizationStream } from '#domain/organization/decider.ts';
import type { Member } from '#domain/organization/member.ts';
import { loadStream } from '#streams/repository.ts';
import type { SessionDependencies } from '../dependencies.ts';
import { countAccountAttempt, originOf } from './attempts.ts';
import { type Entered, enterAsMember, type Visitor } from './enter.ts';

interface UsedToken {
  organization_id: string;
  /** The member who has used the token. */
  findMember(state: { members: readonly Member[] }): Member | null;
  password: string;
  /** For who has the token and not the password. */
  message: string;
}

/**
 * Whoever has the token and the password may sign in, as with the password alone. Whoever has just the token is told that
 * it was used, as the person would otherwise not know what to do; others don't get here. Returns null if nobody has used
 * the token; throws not_found for another password, rate_limit_exceeded.
 */
export async function enterAgain(
  dependencies: SessionDependencies,
  visitor: Visitor,
  { organization_id, findMember, password, message }: UsedToken,
): Promise<Entered | null> {
  const { state } = await loadStream(dependencies.events, organizationDecider, organizationStream(organization_id));
  const member = findMember(state);
  if (member === null) return null;
  await countAccountAttempt(dependencies, visitor.ip, { organization_id, email: member.email ?? '' });
  const isRight = await dependencies.passwords.matches(password, member.password, originOf(visitor.ip));
  if (!isRight) throw new ApiError('not_found', { message });
  return enterAsMember(dependencies, visitor, organization_id, member);
}
