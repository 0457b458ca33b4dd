/** The body of a client's request, on its way to an API. */
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';

/** The client closed its connection before its body was read. */
export class ClientLeft extends Error {}

/**
 * The body as a stream of its own, which fails with ClientLeft. undici destroys the body of a request that is answered
 * before its end. Were this the client's request, its connection would be reset, often before it has read the answer.
 */
export function forwardedBody(request: IncomingMessage): Readable {
  const body = new Readable({
    read: () => void request.resume(),
    destroy(error, done) {
      // What is still to come is read and thrown away, so that the client gets to read its answer.
      request.off('data', pass).resume();
      done(error);
    },
  });
  const pass = (chunk: Buffer) => {
    if (!body.push(chunk)) request.pause();
  };
  request.on('data', pass).pause();
  request.once('end', () => body.push(null));
  request.once('close', () => {
    if (!request.readableEnded) body.destroy(new ClientLeft());
  });
  return body;
}
