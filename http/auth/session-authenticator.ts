/** Authenticates by the session cookie of the workbench. */
import type { FastifyRequest } from 'fastify';
import { ApiError } from '#contracts/errors.ts';
import type { Clock } from '#contracts/ports/clock.ts';
import { SCOPES } from '#contracts/vocabulary.ts';
import { type ActiveSession, findSession, isStillOpen, SESSION_MS, type SessionStores } from '#streams/sessions.ts';
import type { Principal } from '../context.ts';
import { checkCsrfToken, checkOrigin, checkSessionCall, csrfTokenOf, SAFE_METHODS } from './csrf.ts';
import { type HostCookie, hostCookie } from './host-cookie.ts';
import { createLookUps } from './look-ups.ts';

/** Name of the cookie with a session's token, without the prefix of a host's cookies. */
export const SESSION_COOKIE = 'evs_session';

/** The default quota of API keys. A session that began with a key has the key's quota. */
const QUOTA_PER_HOUR = 100;

const LOOK_UPS_PER_ADDRESS = 8;

export interface SessionAuthenticator {
  /** Carries the session's token. */
  readonly cookie: HostCookie;
  /**
   * The session of the request's cookie; null without a cookie. Throws session_expired if the session has ended for any
   * reason, csrf_failed if the call changes something and does not come from a page of the service.
   */
  authenticate(request: FastifyRequest, address: string | null): Promise<SignedIn | null>;
  /**
   * The same for pages whose forms carry the session's token in their body, which has not been read yet: checks where the
   * call comes from, but not the token. Whoever reads the body calls `checkToken`. `isUse`: false for what a page asks for
   * by itself, which must not keep a session open that nobody uses.
   */
  authenticateForm(request: FastifyRequest, address: string | null, isUse?: boolean): Promise<SignedIn | null>;
  /** Whether a session that was found before is still open. */
  isOpen(session: SignedIn['session']): Promise<boolean>;
  /** Throws csrf_failed unless the token is that of the session's pages. */
  checkToken(sessionId: string, token: string | undefined): void;
  /** The token that pages of a session send with calls that change something. */
  csrfToken(sessionId: string): string;
}

export interface SignedIn extends Pick<ActiveSession, 'session'> {
  principal: Principal;
}

export interface SessionAuthenticatorDependencies extends SessionStores {
  clock: Clock;
  pepper: Uint8Array;
  /** Base URL of the service as browsers reach it; null: as the request did. */
  publicUrl: string | null;
}

export function createSessionAuthenticator(dependencies: SessionAuthenticatorDependencies): SessionAuthenticator {
  const { clock, pepper, publicUrl } = dependencies;
  const lookUp = createLookUps(LOOK_UPS_PER_ADDRESS);
  const cookie = hostCookie(publicUrl, { name: SESSION_COOKIE, seconds: SESSION_MS / 1_000 });
  const identify = async (request: FastifyRequest, address: string | null, isUse = true): Promise<SignedIn | null> => {
    const token = cookie.valueOf(request);
    if (token === null) return null;
    const found = await lookUp(address, () => findSession(dependencies, pepper, token, clock.now(), isUse));
    if (found === null) throw new ApiError('session_expired');
    return { principal: principalOf(found), session: found.session };
  };
  return {
    cookie,
    async authenticate(request, address) {
      const found = await identify(request, address);
      if (found !== null) checkSessionCall(request, pepper, found.session.session_id, publicUrl);
      return found;
    },
    async authenticateForm(request, address, isUse) {
      const found = await identify(request, address, isUse);
      if (found !== null && !SAFE_METHODS.has(request.method)) checkOrigin(request, publicUrl);
      return found;
    },
    isOpen: (session) => isStillOpen(dependencies, session, clock.now()),
    checkToken: (sessionId, token) => checkCsrfToken(pepper, sessionId, token),
    csrfToken: (sessionId) => csrfTokenOf(pepper, sessionId),
  };
}

/** A session has no more rights than the key or member that signed in. */
function principalOf({ session, role, key }: ActiveSession): Principal {
  const { organization_id, user_id, session_id } = session;
  return {
    kind: 'session',
    session_id,
    // Usage and limits count for the key or the person, over all their sessions.
    key_id: key?.key_id ?? user_id,
    organization_id,
    user_id,
    project_id: key?.project_id ?? null,
    role,
    scopes: key?.scopes ?? SCOPES,
    environment: key?.environment ?? 'production',
    quota_per_hour: key?.quota_per_hour ?? QUOTA_PER_HOUR,
    monthly_cost_limit_cents: key?.monthly_cost_limit_cents ?? null,
    allowed_ips: key?.allowed_ips ?? [],
  };
}
