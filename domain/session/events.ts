/**
 * Stream `session-<id>`: a person signed in to the workbench. Its last use is stored elsewhere. Stream
 * `member-sessions-<organization>-<user>`: all sessions of a member were ended at once.
 */
import { z } from 'zod';
import { defineEvent, type EventOf, Timestamp } from '../events/definition.ts';

export const SessionStarted = defineEvent(
  'SessionStarted',
  2,
  z.object({
    session_id: z.string(),
    organization_id: z.string(),
    user_id: z.string(),
    /**
     * The key that the person signed in with, whose rights and validity the session shares; null: a password was used.
     */
    key: z.object({ key_id: z.string(), secret_hash: z.string() }).nullable(),
    /** Number of the member's password changes when the session began. Meaningless for a session with a key. */
    password_changes: z.int(),
    /** HMAC-SHA256 of the session's token with the server's pepper, hex. */
    token_hash: z.string(),
    /** Number of times that all sessions of the member had been revoked when the session began. */
    revocations: z.int(),
    started_at: Timestamp,
    /** The latest end, however much the session is used. */
    expires_at: Timestamp,
  }),
);
export type SessionStartedData = z.infer<typeof SessionStarted.schema>;

export const SESSION_END_CAUSES = ['signed_out', 'revoked', 'replaced'] as const;
export type SessionEndCause = (typeof SESSION_END_CAUSES)[number];

export const SessionEnded = defineEvent(
  'SessionEnded',
  1,
  z.object({
    session_id: z.string(),
    organization_id: z.string(),
    /** `replaced`: the person signed in again in the same browser. */
    cause: z.enum(SESSION_END_CAUSES),
    ended_at: Timestamp,
  }),
);

export const SESSION_EVENTS = [SessionStarted, SessionEnded] as const;
export type SessionEvent = EventOf<(typeof SESSION_EVENTS)[number]>;

/** Ends all sessions of the member that were started before. */
export const SessionsRevoked = defineEvent(
  'SessionsRevoked',
  1,
  z.object({ organization_id: z.string(), user_id: z.string(), revoked_at: Timestamp }),
);

export const MEMBER_SESSIONS_EVENTS = [SessionsRevoked] as const;
export type MemberSessionsEvent = EventOf<(typeof MEMBER_SESSIONS_EVENTS)[number]>;
