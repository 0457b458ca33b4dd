/**
 * Discards the rest of a body after an early response. Closing a connection while its request is still arriving resets
 * it, and the reset overtakes the response: the client sees a broken connection instead of, say, a 413. So the
 * connection stays open and the rest of the body is read and discarded; only a client that sends for too long is cut
 * off.
 */
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

const DISCARD_AT_MOST_BYTES = 64 * 1024 * 1024;
const DISCARD_WITHIN_MS = 5_000;

/** Runs before every response that is sent before the end of its request. */
export function discardUnreadBodies(app: FastifyInstance): void {
  app.addHook('onSend', async ({ raw }, reply) => {
    if (raw.complete || raw.destroyed) return;
    if (reply.getHeader('connection') === 'close') reply.removeHeader('connection');
    discardRest(raw);
  });
}

function discardRest(request: IncomingMessage): void {
  let bytes = 0;
  const cutOff = () => request.destroy();
  const timer = setTimeout(cutOff, DISCARD_WITHIN_MS).unref();
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > DISCARD_AT_MOST_BYTES) cutOff();
  });
  for (const event of ['end', 'close', 'error']) request.once(event, () => clearTimeout(timer));
  request.resume();
}
