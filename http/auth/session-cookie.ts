/** The cookie that carries a session's token. */
import type { FastifyRequest } from 'fastify';
import { SESSION_MS } from '#streams/sessions.ts';

/** The prefix makes browsers send the cookie to this host only, and only over TLS. */
export const COOKIE = '__Host-evs_session';
/** Browsers accept no `Secure` cookie over plain HTTP, which is only used for development on the same machine. */
export const LOOPBACK_COOKIE = 'evs_session';
const LOOPBACK = /^http:\/\/(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/;

type Place = Pick<FastifyRequest, 'protocol' | 'host'>;

export interface SessionCookie {
  /** The token of the request; null if it has none. */
  tokenOf(request: Place & Pick<FastifyRequest, 'headers'>): string | null;
  /** Value of Set-Cookie that stores the token. */
  with(place: Place, token: string): string;
  /** Value of Set-Cookie that deletes the token. */
  without(place: Place): string;
}

/** `publicUrl`: base URL of the service as browsers reach it; null: as the request did. */
export function sessionCookie(publicUrl: string | null): SessionCookie {
  const nameAt = (place: Place) => (LOOPBACK.test(originAt(place, publicUrl)) ? LOOPBACK_COOKIE : COOKIE);
  const cookie = (place: Place, value: string, seconds: number) => {
    const name = nameAt(place);
    const secure = name === COOKIE ? '; Secure' : '';
    return `${name}=${value}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax${secure}`;
  };
  return {
    tokenOf(request) {
      const wanted = `${nameAt(request)}=`;
      const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim());
      return pairs.find((pair) => pair.startsWith(wanted))?.slice(wanted.length) ?? null;
    },
    with: (place, token) => cookie(place, token, SESSION_MS / 1_000),
    without: (place) => cookie(place, '', 0),
  };
}

/** Scheme, host and port of the service's own pages. */
export function originAt({ protocol, host }: Place, publicUrl: string | null): string {
  return publicUrl === null ? `${protocol}://${host}` : new URL(publicUrl).origin;
}
