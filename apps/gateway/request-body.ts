/** The body of a client's request, on its way to an API. */
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';

/** The client closed its connection before its body was read. */
export class ClientLeft extends Error {}

/**
 * The body as a separate stream, which fails with ClientLeft. If a response comes before the request's end, undici
 * destroys the body; destroying the client's request itself would reset its connection, often before the client has
 * read the response.
 */
export function forwardedBody(request: IncomingMessage): Readable {
  const body = new Readable({
    read: () => void request.resume(),
    destroy(error, done) {
      // Read and discard the rest of the body, so that the client gets to read its response.
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
