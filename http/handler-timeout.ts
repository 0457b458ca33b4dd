/**
 * Limits how long a handler may take. Fastify's own handlerTimeout does not fit: it includes the time for sending,
 * which would cut off honest readers of large responses, and it ends with the request's body, so no POST would ever
 * time out.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '#contracts/errors.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Runs until the response begins. */
    handlerTimer?: NodeJS.Timeout;
    /** A 504 was sent: ignore whatever the handler still returns or throws. */
    timedOut?: boolean;
  }
  interface FastifyContextConfig {
    /** Overrides the server's time-out. */
    handlerTimeoutMs?: number;
  }
}

/**
 * Sends 504 if the response to a request has not begun within the time-out after its body has arrived, or after its
 * head if it has no body. Register it before other hooks, whose time counts too.
 */
export function limitHandlers(app: FastifyInstance, timeoutMs: number): void {
  app.addHook('onRequest', async (request, reply) => {
    const { handlerTimeoutMs = timeoutMs } = request.routeOptions.config;
    const timer = setTimeout(() => timeOut(request, reply), handlerTimeoutMs);
    request.handlerTimer = timer;
    request.raw.once('end', () => timer.refresh());
    reply.raw.once('close', () => clearTimeout(timer));
  });
  app.addHook('onSend', async ({ handlerTimer }) => clearTimeout(handlerTimer));
}

function timeOut(request: FastifyRequest, reply: FastifyReply): void {
  if (reply.sent) return;
  request.timedOut = true;
  reply.send(new ApiError('timeout'));
}
