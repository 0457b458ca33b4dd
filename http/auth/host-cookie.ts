/** Cookies that browsers send to this host only. */
import type { FastifyRequest } from 'fastify';

const LOOPBACK = /^http:\/\/(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/;

/** Whether the origin is plain HTTP on this machine, which no other name can be made to look like. */
export function isLoopbackOrigin(origin: string): boolean {
  return LOOPBACK.test(origin);
}

/**
 * Whether a browser keeps cookies for pages of this origin: over TLS, or on its own machine. Anywhere else it throws them
 * away without a word.
 */
export function keepsCookies(origin: string): boolean {
  return !/^http:/i.test(origin) || isLoopbackOrigin(origin) || /^http:\/\/[^/]+\.localhost(?::\d+)?$/i.test(origin);
}

/** The prefix makes browsers send a cookie to this host only, and only over TLS. */
export const HOST_PREFIX = '__Host-';

type RequestOrigin = Pick<FastifyRequest, 'protocol' | 'host'>;

export interface HostCookie {
  /** The value in the request; null if it has none. */
  valueOf(request: RequestOrigin & Pick<FastifyRequest, 'headers'>): string | null;
  /** Value of Set-Cookie that stores the value. */
  with(origin: RequestOrigin, value: string): string;
  /** Value of Set-Cookie that deletes the cookie. */
  without(origin: RequestOrigin): string;
}

/**
 * `name`: without the prefix, which is left out over plain HTTP on a loopback address, as browsers accept no `Secure`
 * cookie there. `publicUrl`: base URL of the service as browsers reach it; null: as the request did.
 */
export function hostCookie(publicUrl: string | null, { name, seconds }: { name: string; seconds: number }): HostCookie {
  const nameAt = (origin: RequestOrigin) => (isLoopbackOrigin(originAt(origin, publicUrl)) ? name : HOST_PREFIX + name);
  const cookie = (origin: RequestOrigin, value: string, maxAge: number) => {
    const named = nameAt(origin);
    const secure = named === name ? '' : '; Secure';
    return `${named}=${value}; Max-Age=${maxAge}; Path=/; HttpOnly; SameSite=Lax${secure}`;
  };
  return {
    valueOf(request) {
      const wanted = `${nameAt(request)}=`;
      const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim());
      return pairs.find((pair) => pair.startsWith(wanted))?.slice(wanted.length) ?? null;
    },
    with: (origin, value) => cookie(origin, value, seconds),
    without: (origin) => cookie(origin, '', 0),
  };
}

/** Scheme, host and port of the service's own pages. */
export function originAt({ protocol, host }: RequestOrigin, publicUrl: string | null): string {
  return publicUrl === null ? `${protocol}://${host}` : new URL(publicUrl).origin;
}
