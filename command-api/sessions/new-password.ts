/** New passwords: changed by the person, or set with a token that an owner or an admin has passed on. */
import { timestamp } from '#common/time.ts';
import { ApiError } from '#contracts/errors.ts';
import { ACCESS } from '#contracts/http/operations/access.ts';
import {
  type PasswordChange,
  type PasswordReset,
  type PasswordResetRequest,
  type PasswordResetToken,
  RESET_WARNING,
} from '#contracts/http/session.ts';
import { ORGANIZATION } from '#domain/organization/decider.ts';
import { joinedMember, memberResetWith, memberWithReset } from '#domain/organization/member.ts';
import { checkAccess } from '#http/auth/access.ts';
import type { SignedIn } from '#http/auth/session-authenticator.ts';
import { actorOf } from '#http/context.ts';
import { countHourly, rateLimitExceeded } from '#http/rate-limit.ts';
import { newMemberToken } from '#streams/member-tokens.ts';
import { execute, load } from '#streams/repository.ts';
import type { SessionDependencies } from '../dependencies.ts';
import { accountOf, countPasswordAttempt } from './attempts.ts';
import { type Entered, enterAsMember, metadataOf, type Visitor } from './enter.ts';
import { enterWithToken, type TokenUse } from './enter-with-token.ts';

/** Life of a reset token. */
const RESET_MS = 24 * 3_600_000;
/** Per organization, as each adds an event to a stream that every verification reads. */
const RESETS_PER_HOUR = 60;
/** Per member, for the same reason. */
const CHANGES_PER_DAY = 10;
const DAY_MS = 24 * 3_600_000;

/**
 * Sets a new password for the person in the session, who must give the present one, and starts a new session. Ends all
 * other sessions that began with a password. Throws invalid_credentials, rate_limit_exceeded.
 */
export async function changePassword(
  dependencies: SessionDependencies,
  visitor: Visitor,
  { session }: SignedIn,
  { password, new_password }: PasswordChange,
): Promise<Entered> {
  const { events, operations, clock, passwords } = dependencies;
  const { organization_id, user_id } = session;
  const holder = { address: visitor.ip, known_in: organization_id };
  const { state } = await load(events, ORGANIZATION, organization_id);
  const member = joinedMember(state, user_id);
  const account = accountOf(dependencies, organization_id, member ?? { user_id, address: null });
  await countPasswordAttempt(dependencies, visitor.ip, account, true);
  const isRight = await passwords.matches(password, async () => member?.password ?? null, holder);
  if (!member?.password) {
    throw new ApiError('invalid_credentials', { message: 'You have no password. You sign in with an API key.' });
  }
  if (!isRight) throw wrongPassword();
  const counter = `password-changes:${organization_id}:${user_id}`;
  const counted = await operations.counters.hit(counter, CHANGES_PER_DAY, DAY_MS, clock.now());
  if (!counted.allowed) throw rateLimitExceeded(counted, 'changes of a password per day and person');
  const changed = await execute(
    events,
    ORGANIZATION,
    organization_id,
    {
      type: 'ChangePassword',
      user_id,
      present: member.password,
      password: await passwords.hash(new_password, holder),
      changed_at: timestamp(clock),
    },
    { metadata: metadataOf(visitor, session) },
  );
  if (!changed.accepted) throw wrongPassword();
  return enterAsMember(dependencies, visitor, organization_id, joinedMember(changed.state, user_id)!);
}

/**
 * Creates a token with which the member can set a new password, and invalidates an earlier one. Throws role_forbidden,
 * insufficient_scope, not_found for a member without a password, rate_limit_exceeded.
 */
export async function issuePasswordReset(
  { events, operations, clock, secrets }: SessionDependencies,
  visitor: Visitor,
  { session, principal }: SignedIn,
  { user_id }: PasswordResetRequest,
): Promise<PasswordResetToken> {
  checkAccess(principal, visitor.ip, ACCESS.inviteMember);
  const { organization_id } = session;
  const { state } = await load(events, ORGANIZATION, organization_id);
  const member = joinedMember(state, user_id);
  // With the token, the caller could sign in as the member.
  if ((member?.role === 'admin' || member?.role === 'owner') && principal.role !== 'owner') {
    const message = 'Only the owner of the organization resets passwords of admins and owners.';
    throw new ApiError('role_forbidden', { message });
  }
  // Check before anything is counted or reserved, because the hash of a token stays reserved for good.
  if (!member?.password) throw new ApiError('not_found');
  const nowMs = clock.now();
  const counter = `resets:${organization_id}`;
  await countHourly({ operations, clock }, counter, RESETS_PER_HOUR, 'resets of passwords per hour and organization');
  const { token, token_hash } = await newMemberToken(operations.uniqueValues, secrets.pepper, 'reset', organization_id);
  const expires_at = new Date(nowMs + RESET_MS).toISOString();
  const issued = await execute(
    events,
    ORGANIZATION,
    organization_id,
    { type: 'IssuePasswordReset', user_id, token_hash, issued_at: new Date(nowMs).toISOString(), expires_at },
    { metadata: { ...metadataOf(visitor, session), actor: actorOf(principal) } },
  );
  if (!issued.accepted) throw new ApiError('not_found');
  return { user_id, token, expires_at, warning: RESET_WARNING };
}

const RESET: TokenUse = {
  kind: 'reset',
  openTo: memberWithReset,
  command: (token_hash, password, changed_at) => ({ type: 'ResetPassword', token_hash, password, changed_at }),
  usedBy: memberResetWith,
  messages: {
    invalid: 'The token is not valid, or not any more.',
    used: 'The token has been used. Sign in with your password.',
  },
};

/**
 * Sets a new password, once, for the holder of the token, and signs in. Ends all sessions that began with a password. A
 * repetition with the same token and password signs in too. Throws not_found for a token that is invalid or no longer
 * valid; rate_limit_exceeded.
 */
export function resetPassword(
  dependencies: SessionDependencies,
  visitor: Visitor,
  given: PasswordReset,
): Promise<Entered> {
  return enterWithToken(dependencies, visitor, RESET, given);
}

function wrongPassword(): ApiError {
  return new ApiError('invalid_credentials', { message: 'The present password is not right.' });
}
