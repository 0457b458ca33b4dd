/** Signs people in to the workbench and out of it, and ends their sessions. */
import { timestamp } from '#common/time.ts';
import { ApiError } from '#contracts/errors.ts';
import type { KeySignIn, PasswordSignIn } from '#contracts/http/session.ts';
import type { KeyIssuedData } from '#domain/api-key/decider.ts';
import { ORGANIZATION } from '#domain/organization/decider.ts';
import { isErased, type Member, memberWithAddress } from '#domain/organization/member.ts';
import type { SessionStartedData } from '#domain/session/events.ts';
import { MEMBER_SESSIONS, memberSessionsId } from '#domain/session/member-sessions.ts';
import { isAllowedIp } from '#http/auth/ip.ts';
import { countHourly } from '#http/rate-limit.ts';
import { addressFingerprint } from '#sealed/member-addresses.ts';
import { findKeyBySecret } from '#streams/api-keys.ts';
import { load } from '#streams/repository.ts';
import { endSession, loadSession } from '#streams/sessions.ts';
import type { Caller } from '../caller.ts';
import type { SessionDependencies } from '../dependencies.ts';
import { executeCommand } from '../execute-command.ts';
import { countAttempt, countPasswordAttempt } from './attempts.ts';
import { isKnownDevice } from './devices.ts';
import { type Entered, enter, enterAsMember, metadataOf, type Visitor } from './enter.ts';

/** Throws invalid_credentials, without telling which of them is wrong; rate_limit_exceeded. */
export async function signInWithPassword(
  dependencies: SessionDependencies,
  visitor: Visitor,
  { organization_id, email, password }: PasswordSignIn,
): Promise<Entered> {
  const { events, passwords, secrets, clock } = dependencies;
  const account = addressFingerprint(secrets.pepper, { organization_id, email });
  // The same for an account that does not exist: what a stranger learns must not depend on it.
  const isKnown = isKnownDevice(secrets.pepper, visitor.device, account, clock.now());
  await countPasswordAttempt(dependencies, visitor.ip, account, isKnown);
  const holder = { address: visitor.ip, known_in: isKnown ? organization_id : null };
  let member: Member | null = null as Member | null;
  const findVerifier = async () => {
    const { state } = await load(events, ORGANIZATION, organization_id);
    member = memberWithAddress(state, { email, fingerprint: account });
    return member?.password ?? null;
  };
  const isRight = await passwords.matches(password, findVerifier, holder);
  if (member === null || !isRight) throw new ApiError('invalid_credentials');
  return enterAsMember(dependencies, visitor, organization_id, member);
}

/** Throws invalid_api_key, key_revoked, ip_not_allowed, role_forbidden, rate_limit_exceeded. */
export async function signInWithKey(
  dependencies: SessionDependencies,
  visitor: Visitor,
  { api_key }: KeySignIn,
): Promise<Entered> {
  await countAttempt(dependencies, visitor.ip);
  const found = await findKeyBySecret(dependencies, dependencies.secrets.pepper, api_key);
  if (found.outcome === 'unknown') throw new ApiError('invalid_api_key');
  if (found.outcome === 'revoked') throw new ApiError('key_revoked');
  return enterWithKey(dependencies, visitor, found.key);
}

/** Starts a session with the rights of a valid key. Throws ip_not_allowed, role_forbidden. */
export async function enterWithKey(
  dependencies: SessionDependencies,
  visitor: Visitor,
  { organization_id, user_id, role, key_id, secret_hash, allowed_ips }: KeyIssuedData,
): Promise<Entered> {
  if (!isAllowedIp(visitor.ip, allowed_ips)) throw new ApiError('ip_not_allowed');
  const { state } = await load(dependencies.events, ORGANIZATION, organization_id);
  if (isErased(state, user_id)) {
    throw new ApiError('role_forbidden', {
      message: 'Whoever made this key is no longer a member of the organization.',
    });
  }
  const holder = { organization_id, user_id };
  return enter(dependencies, visitor, { holder, role, key: { key_id, secret_hash }, password_changes: 0 });
}

/** Ends the browser's session. */
export async function signOut(
  dependencies: SessionDependencies,
  visitor: Visitor,
  session: SessionStartedData,
): Promise<void> {
  const end = { cause: 'signed_out', ended_at: timestamp(dependencies.clock) } as const;
  await endSession(dependencies, session, end, metadataOf(visitor, session));
}

/** Throws not_found for a session of another person or organization. */
export async function revokeSession(
  dependencies: SessionDependencies,
  caller: Caller,
  sessionId: string,
): Promise<void> {
  const { session } = await loadSession(dependencies.events, sessionId);
  const isOwn = session?.organization_id === caller.organization_id && session.user_id === caller.user_id;
  if (session === null || !isOwn) throw new ApiError('not_found');
  const end = { cause: 'revoked', ended_at: timestamp(dependencies.clock) } as const;
  const ended = await endSession(dependencies, session, end, caller.metadata);
  if (!ended.accepted) throw new ApiError('not_found');
}

/** Per member, because each adds an event to a stream that is read at every call of a session. */
const REVOCATIONS_PER_HOUR = 30;

/** Ends all sessions of the caller in the organization. Throws rate_limit_exceeded. */
export async function revokeSessions(dependencies: SessionDependencies, caller: Caller): Promise<void> {
  const { events, clock } = dependencies;
  const { organization_id, user_id } = caller;
  const counter = `session-revocations:${organization_id}:${user_id}`;
  await countHourly(dependencies, counter, REVOCATIONS_PER_HOUR, 'revocations of sessions per hour and person');
  const data = { organization_id, user_id, revoked_at: timestamp(clock) };
  const command = { type: 'RevokeSessions', data } as const;
  await executeCommand(events, MEMBER_SESSIONS, memberSessionsId(caller), command, caller);
}
