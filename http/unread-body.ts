/**
 * A connection that is closed while its request is still arriving is reset, and the reset overtakes the answer: the
 * client sees a broken connection where a 413 explained everything. So it stays open, the rest of the body is read and
 * thrown away, and only who goes on sending is cut off.
 */
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

const DISCARD_AT_MOST_BYTES = 64 * 1024 * 1024;
const DISCARD_WITHIN_MS = 5_000;

/** Before every answer that comes before the end of its request. */
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
  const patience = setTimeout(cutOff, DISCARD_WITHIN_MS).unref();
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > DISCARD_AT_MOST_BYTES) cutOff();
  });
  for (const event of ['end', 'close', 'error']) request.once(event, () => clearTimeout(patience));
  request.resume();
}
