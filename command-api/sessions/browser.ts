/** What a browser sends when somebody signs in, and what it is to keep. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { hostCookie } from '#http/auth/host-cookie.ts';
import type { SessionAuthenticator } from '#http/auth/session-authenticator.ts';
import { clientIp } from '#http/client-ip.ts';
import { DEVICE_SECONDS } from './devices.ts';
import type { Entered, Visitor } from './enter.ts';

/** Name of the cookie that remembers sign-ins, without the prefix of a host's cookies. */
const DEVICE_COOKIE = 'evs_device';

export interface BrowserOfVisitor {
  visitorOf(request: FastifyRequest): Visitor;
  /** Has the browser keep the session, and what is remembered of the sign-in. */
  keep(request: FastifyRequest, reply: FastifyReply, entered: Entered): void;
}

/** `publicUrl`: base URL of the service as browsers reach it; null: as the request did. */
export function browserOfVisitor(sessions: SessionAuthenticator, publicUrl: string | null): BrowserOfVisitor {
  const devices = hostCookie(publicUrl, { name: DEVICE_COOKIE, seconds: DEVICE_SECONDS });
  return {
    visitorOf: (request) => ({
      ip: clientIp(request),
      request_id: request.id,
      token: sessions.cookie.valueOf(request),
      device: devices.valueOf(request),
    }),
    keep(request, reply, { token, device }) {
      const remembered = device === null ? [] : [devices.with(request, device)];
      reply.header('set-cookie', [sessions.cookie.with(request, token), ...remembered]);
    },
  };
}
