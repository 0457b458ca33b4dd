/**
 * How long a handler may take. Fastify's own handlerTimeout counts the sending too, which would cut off the honest reader
 * of a large answer, and ends with the request's body, so that no POST would ever time out.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '#contracts/errors.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Runs until the answer begins. */
    handlerTimer?: NodeJS.Timeout;
    /** It was answered 504: whatever its handler still returns or throws is for nobody. */
    timedOut?: boolean;
  }
  interface FastifyContextConfig {
    /** In place of the server's. */
    handlerTimeoutMs?: number;
  }
}

/**
 * Answers 504 where a request has not begun to be answered so long after its body has come, or after its head where it
 * has none. Registered before other hooks, as their time counts too.
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
