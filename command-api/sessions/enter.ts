/** The last step of every way to sign in. */
import { timestamp } from '#common/time.ts';
import { newTraceparent } from '#common/traceparent.ts';
import type { EventMetadata } from '#contracts/ports/event-store.ts';
import type { Role } from '#contracts/vocabulary.ts';
import type { Member } from '#domain/organization/member.ts';
import type { SessionStartedData } from '#domain/session/events.ts';
import { fingerprintOf } from '#sealed/member-addresses.ts';
import type { SessionHolder } from '#streams/session-uses.ts';
import { endSession, findSession, startSession } from '#streams/sessions.ts';
import type { SessionDependencies } from '../dependencies.ts';
import { deviceFor } from './devices.ts';

/** Who asks to be signed in. */
export interface Visitor {
  ip: string | null;
  request_id: string;
  /** Token of the browser's present session; null: none. */
  token: string | null;
  /** What the browser remembers of earlier sign-ins (devices.ts); null: nothing. */
  device: string | null;
}

export interface Entered {
  session: SessionStartedData;
  role: Role;
  /** Value of the cookie. */
  token: string;
  /** What the browser is to remember; null: nothing new. */
  device: string | null;
}

interface Entrance extends Pick<SessionStartedData, 'key' | 'password_changes'> {
  holder: SessionHolder;
  role: Role;
}

/** Starts a session for a member who has given the password, or has just set it. */
export async function enterAsMember(
  dependencies: SessionDependencies,
  visitor: Visitor,
  organization_id: string,
  { user_id, role, password_changes, address }: Member,
): Promise<Entered> {
  const entered = await enter(dependencies, visitor, {
    holder: { organization_id, user_id },
    role,
    key: null,
    password_changes,
  });
  const { clock, secrets } = dependencies;
  const account = fingerprintOf(secrets.pepper, organization_id, address);
  if (account === null) return entered;
  return { ...entered, device: deviceFor(secrets.pepper, visitor.device, account, clock.now()) };
}

/** Starts a session with a new token, and ends the browser's previous one. */
export async function enter(
  dependencies: SessionDependencies,
  visitor: Visitor,
  { holder, role, key, password_changes }: Entrance,
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
  const started = { holder, key, password_changes, nowMs };
  const session = await startSession(dependencies, secrets.pepper, started, metadataOf(visitor, holder));
  return { ...session, role, device: null };
}

/** Metadata of the events that the person causes. */
export function metadataOf(
  { ip, request_id }: Pick<Visitor, 'ip' | 'request_id'>,
  { organization_id, user_id }: SessionHolder,
): EventMetadata {
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
