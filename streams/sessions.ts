/**
 * Sessions by their token. Every call reads whether the session is valid: its own stream, the revocation of all
 * sessions, the member's role and password, and the key that it was started with. So a change to any of them takes
 * effect on every instance at once.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { EventMetadata, EventStore } from '#contracts/ports/event-store.ts';
import type { OperationalStores } from '#contracts/ports/operational-stores.ts';
import type { Role } from '#contracts/vocabulary.ts';
import { API_KEY, type KeyIssuedData } from '#domain/api-key/decider.ts';
import { newId } from '#domain/ids.ts';
import { ORGANIZATION } from '#domain/organization/decider.ts';
import { isErased, joinedMember } from '#domain/organization/member.ts';
import { SESSION, type SessionRejection, type SessionState } from '#domain/session/decider.ts';
import type { SessionEndCause, SessionStartedData } from '#domain/session/events.ts';
import { MEMBER_SESSIONS, memberSessionsId } from '#domain/session/member-sessions.ts';
import { hashSecret } from './api-key-secrets.ts';
import { type Executed, execute, load } from './repository.ts';
import { beginUses, endUses, isInUse, type SessionHolder, useSession } from './session-uses.ts';

export interface SessionStores {
  events: EventStore;
  operations: Pick<OperationalStores, 'values'>;
}

/** Longest life of a session, however much it is used. */
export const SESSION_MS = 12 * 3_600_000;
const TOKEN_BYTES = 32;
/** The session's id, by which it is found, and 256 random bits. */
const TOKEN = /^(?<id>ses_[0-9a-f]{32})\.[\w-]{43}$/;

export interface ActiveSession {
  session: SessionStartedData;
  role: Role;
  /** The key that the session was started with, whose rights it has; null: it has the rights of the role. */
  key: KeyIssuedData | null;
}

export interface NewSession extends Pick<SessionStartedData, 'key' | 'password_changes'> {
  holder: SessionHolder;
  nowMs: number;
}

/** Starts a session. The token is returned only here. */
export async function startSession(
  { events, operations }: SessionStores,
  pepper: Uint8Array,
  { holder, key, password_changes, nowMs }: NewSession,
  metadata: EventMetadata,
): Promise<{ session: SessionStartedData; token: string }> {
  const session_id = newId('ses');
  const token = `${session_id}.${randomBytes(TOKEN_BYTES).toString('base64url')}`;
  const all = await load(events, MEMBER_SESSIONS, memberSessionsId(holder));
  const session: SessionStartedData = {
    session_id,
    ...holder,
    key,
    password_changes,
    token_hash: hashSecret(token, pepper),
    revocations: all.state.revocations,
    started_at: new Date(nowMs).toISOString(),
    expires_at: new Date(nowMs + SESSION_MS).toISOString(),
  };
  await beginUses(operations.values, holder, session_id, nowMs);
  const command = { type: 'StartSession', data: session } as const;
  const started = await execute(events, SESSION, session_id, command, { metadata, expectNew: true });
  if (!started.accepted) throw new Error(`session not started: ${started.code}`);
  return { session, token };
}

/** Finds the session of a token, if it is still valid. `isUse`: records that it is used, which keeps it from ending. */
export async function findSession(
  stores: { events: Pick<EventStore, 'readStream'>; operations: SessionStores['operations'] },
  pepper: Uint8Array,
  token: string,
  nowMs: number,
  isUse = true,
): Promise<ActiveSession | null> {
  const id = TOKEN.exec(token)?.groups?.id;
  if (id === undefined) return null;
  const { events, operations } = stores;
  const { session, ended } = (await load(events, SESSION, id)).state;
  if (session === null || ended) return null;
  if (!timingSafeEqual(Buffer.from(session.token_hash), Buffer.from(hashSecret(token, pepper)))) return null;
  const rights = await rightsInForce(events, session, nowMs);
  if (rights === null) return null;
  const use = isUse ? useSession : isInUse;
  return (await use(operations.values, session, id, nowMs)) ? { session, ...rights } : null;
}

/** Whether a session that was found before is still valid. Does not count as a use. */
export async function isStillOpen(
  { events, operations }: { events: Pick<EventStore, 'readStream'>; operations: SessionStores['operations'] },
  session: SessionStartedData,
  nowMs: number,
): Promise<boolean> {
  const { session_id } = session;
  if ((await loadSession(events, session_id)).ended) return false;
  if ((await rightsInForce(events, session, nowMs)) === null) return false;
  return isInUse(operations.values, session, session_id, nowMs);
}

/** null: it is past its time, or was ended with all sessions of the person. */
async function rightsInForce(
  events: Pick<EventStore, 'readStream'>,
  session: SessionStartedData,
  nowMs: number,
): Promise<Pick<ActiveSession, 'role' | 'key'> | null> {
  if (Date.parse(session.expires_at) <= nowMs) return null;
  const [all, rights] = await Promise.all([
    load(events, MEMBER_SESSIONS, memberSessionsId(session)),
    rightsOf(events, session),
  ]);
  return all.state.revocations === session.revocations ? rights : null;
}

/**
 * The session's present rights; null if its key or password is no longer valid, or the person is no longer a member.
 */
async function rightsOf(
  events: Pick<EventStore, 'readStream'>,
  { organization_id, user_id, key: startedWith, password_changes }: SessionStartedData,
): Promise<Pick<ActiveSession, 'role' | 'key'> | null> {
  const ofOrganization = load(events, ORGANIZATION, organization_id);
  if (startedWith === null) {
    const { state } = await ofOrganization;
    const member = joinedMember(state, user_id);
    return member?.password_changes === password_changes ? { role: member.role, key: null } : null;
  }
  const ofKey = load(events, API_KEY, startedWith.key_id);
  const [{ state: organization }, { state }] = await Promise.all([ofOrganization, ofKey]);
  if (isErased(organization, user_id)) return null;
  const { key, revoked } = state;
  if (key === null || revoked || key.secret_hash !== startedWith.secret_hash) return null;
  return { role: key.role, key };
}

export async function loadSession(events: Pick<EventStore, 'readStream'>, sessionId: string): Promise<SessionState> {
  return (await load(events, SESSION, sessionId)).state;
}

/** Ends the session. Throws not_found if it has ended before. */
export async function endSession(
  { events, operations }: SessionStores,
  session: SessionHolder & { session_id: string },
  end: { cause: SessionEndCause; ended_at: string },
  metadata: EventMetadata,
): Promise<Executed<unknown, SessionRejection>> {
  const { session_id } = session;
  const command = { type: 'EndSession', ...end } as const;
  const ended = await execute(events, SESSION, session_id, command, { metadata });
  await endUses(operations.values, session, session_id);
  return ended;
}
