/** Signs people in to the workbench and out of it, and ends their sessions. */
import { timestamp } from '#common/time.ts';
import { newTraceparent } from '#common/traceparent.ts';
import { ApiError } from '#contracts/errors.ts';
import type { InvitationSignIn, KeySignIn, PasswordSignIn } from '#contracts/http/session.ts';
import type { EventMetadata } from '#contracts/ports/event-store.ts';
import type { Role } from '#contracts/vocabulary.ts';
import {
  memberInvitedBy,
  memberWithEmail,
  organizationDecider,
  organizationStream,
} from '#domain/organization/decider.ts';
import type { SessionStartedData } from '#domain/session/events.ts';
import { memberSessionsDecider, memberSessionsStream } from '#domain/session/member-sessions.ts';
import { isAllowedIp } from '#http/auth/ip.ts';
import { rateLimitExceeded } from '#http/rate-limit.ts';
import { findKeyBySecret } from '#streams/api-keys.ts';
import { findInvitation } from '#streams/invitations.ts';
import { execute, loadStream } from '#streams/repository.ts';
import type { SessionHolder } from '#streams/session-uses.ts';
import { endSession, findSession, loadSession, startSession } from '#streams/sessions.ts';
import type { Caller } from '../caller.ts';
import type { SessionDependencies } from '../dependencies.ts';
import { executeCommand } from '../execute-command.ts';
import { countAttempt, countPasswordAttempt, originOf } from './attempts.ts';

/** Who asks to be signed in. */
export interface Visitor {
  ip: string | null;
  request_id: string;
  /** Of the session that the browser has been in until now; null: none. */
  token: string | null;
}

export interface Entered {
  session: SessionStartedData;
  role: Role;
  /** For the cookie. */
  token: string;
}

/** Throws invalid_credentials, whatever of them is wrong; rate_limit_exceeded. */
export async function signInWithPassword(
  dependencies: SessionDependencies,
  visitor: Visitor,
  { organization_id, email, password }: PasswordSignIn,
): Promise<Entered> {
  await countPasswordAttempt(dependencies, visitor.ip, { organization_id, email });
  const { state } = await loadStream(dependencies.events, organizationDecider, organizationStream(organization_id));
  const member = memberWithEmail(state, email);
  const isRight = await dependencies.passwords.matches(password, member?.password ?? null, originOf(visitor.ip));
  if (member === null || !isRight) throw new ApiError('invalid_credentials');
  const holder = { organization_id, user_id: member.user_id };
  return enter(dependencies, visitor, { holder, role: member.role, key: null });
}

/** Throws invalid_api_key, key_revoked, ip_not_allowed, rate_limit_exceeded. */
export async function signInWithKey(
  dependencies: SessionDependencies,
  visitor: Visitor,
  { api_key }: KeySignIn,
): Promise<Entered> {
  await countAttempt(dependencies, visitor.ip);
  const found = await findKeyBySecret(dependencies, dependencies.secrets.pepper, api_key);
  if (found.outcome === 'unknown') throw new ApiError('invalid_api_key');
  if (found.outcome === 'revoked') throw new ApiError('key_revoked');
  const { organization_id, user_id, role, key_id, secret_hash, allowed_ips } = found.key;
  if (!isAllowedIp(visitor.ip, allowed_ips)) throw new ApiError('ip_not_allowed');
  return enter(dependencies, visitor, { holder: { organization_id, user_id }, role, key: { key_id, secret_hash } });
}

/** The person joins the organization and is signed in. Throws not_found for a token that is not valid, or not any more. */
export async function acceptInvitation(
  dependencies: SessionDependencies,
  visitor: Visitor,
  { token, password }: InvitationSignIn,
): Promise<Entered> {
  const { events, operations, clock, secrets, passwords } = dependencies;
  await countAttempt(dependencies, visitor.ip);
  const invitation = await findInvitation(operations.uniqueValues, secrets.pepper, token);
  if (invitation === null) throw notInvited();
  const { organization_id, token_hash } = invitation;
  const stream = organizationStream(organization_id);
  const loaded = await loadStream(events, organizationDecider, stream);
  const member = memberInvitedBy(loaded.state, token_hash, timestamp(clock));
  if (member === null) throw notInvited();
  const holder = { organization_id, user_id: member.user_id };
  const verifier = await passwords.hash(password, originOf(visitor.ip));
  const joined = await execute(
    events,
    organizationDecider,
    stream,
    { type: 'AcceptInvitation', token_hash, password: verifier, accepted_at: timestamp(clock) },
    { metadata: metadataOf(visitor, holder) },
  );
  if (!joined.accepted) throw notInvited();
  return enter(dependencies, visitor, { holder, role: member.role, key: null });
}

/** Ends the session that the browser is in. */
export async function signOut(
  dependencies: SessionDependencies,
  visitor: Visitor,
  session: SessionStartedData,
): Promise<void> {
  const end = { cause: 'signed_out', ended_at: timestamp(dependencies.clock) } as const;
  await endSession(dependencies, session, end, metadataOf(visitor, session));
}

/** Throws not_found for a session of somebody else, or of another organization. */
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

/** Per member: each adds an event to a stream that every call of a session reads. */
const REVOCATIONS_PER_HOUR = 30;
const HOUR_MS = 3_600_000;

/** Ends all sessions of the caller in the organization. Throws rate_limit_exceeded. */
export async function revokeSessions(dependencies: SessionDependencies, caller: Caller): Promise<void> {
  const { events, operations, clock } = dependencies;
  const { organization_id, user_id } = caller;
  const counter = `session-revocations:${organization_id}:${user_id}`;
  const counted = await operations.counters.hit(counter, REVOCATIONS_PER_HOUR, HOUR_MS, clock.now());
  if (!counted.allowed) throw rateLimitExceeded(counted);
  const data = { organization_id, user_id, revoked_at: timestamp(clock) };
  const command = { type: 'RevokeSessions', data } as const;
  await executeCommand(events, memberSessionsDecider, memberSessionsStream(caller), command, caller);
}

interface Entrance {
  holder: SessionHolder;
  role: Role;
  key: SessionStartedData['key'];
}

/** Starts a session with a new token, and ends the one that the browser has been in. */
async function enter(
  dependencies: SessionDependencies,
  visitor: Visitor,
  { holder, role, key }: Entrance,
): Promise<Entered> {
  const { clock, secrets } = dependencies;
  const nowMs = clock.now();
  if (visitor.token !== null) {
    const earlier = await findSession(dependencies, secrets.pepper, visitor.token, nowMs);
    const end = { cause: 'replaced', ended_at: timestamp(clock) } as const;
    if (earlier !== null) {
      await endSession(dependencies, earlier.session, end, metadataOf(visitor, earlier.session));
    }
  }
  const metadata = metadataOf(visitor, holder);
  return { ...(await startSession(dependencies, secrets.pepper, { holder, key, nowMs }, metadata)), role };
}

function metadataOf({ ip, request_id }: Visitor, { organization_id, user_id }: SessionHolder): EventMetadata {
  return {
    actor: { type: 'user', id: user_id },
    ip,
    request_id,
    correlation_id: request_id,
    causation_id: request_id,
    traceparent: newTraceparent(),
    organization_id,
  };
}

function notInvited(): ApiError {
  return new ApiError('not_found', { message: 'The invitation is not valid, or not any more.' });
}
