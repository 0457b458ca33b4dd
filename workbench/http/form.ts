/** Reads the forms of pages: `application/x-www-form-urlencoded`, within the limits of any other body. */
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from '#contracts/errors.ts';

/** More than any form has; what is behind them is ignored. */
const MOST_FIELDS = 200;
const AMPERSAND = 0x26;

/** Accepts forms on the routes of this scope. Their bodies become URLSearchParams. */
export function acceptForms(scope: FastifyInstance): void {
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    async (request: FastifyRequest, payload: IncomingMessage) => {
      const { bodyLimit } = request.routeOptions;
      if (Number(request.headers['content-length'] ?? 0) > bodyLimit) throw new ApiError('payload_too_large');
      const chunks: Buffer[] = [];
      let bytes = 0;
      for await (const chunk of payload as AsyncIterable<Buffer>) {
        bytes += chunk.length;
        if (bytes > bodyLimit) throw new ApiError('payload_too_large');
        request.bodyBytes?.add(chunk.length);
        chunks.push(chunk);
      }
      return new URLSearchParams(firstFields(Buffer.concat(chunks)).toString('utf8'));
    },
  );
}

/**
 * The body up to its last field that counts. Cut off before it is parsed: the time to parse grows with the square of the
 * number of fields, to a minute for a body of the size of a text.
 */
function firstFields(body: Buffer): Buffer {
  let end = -1;
  for (let fields = 0; fields < MOST_FIELDS; fields++) {
    end = body.indexOf(AMPERSAND, end + 1);
    if (end === -1) return body;
  }
  return body.subarray(0, end);
}

/** The fields of a form; of a repeated one the last counts. Line ends are those of texts elsewhere: browsers send CRLF. */
export function fieldsOf(body: unknown): Record<string, string> {
  if (!(body instanceof URLSearchParams)) return {};
  const fields = [...body].map(([name, value]) => [name, value.replaceAll('\r\n', '\n')]);
  return Object.fromEntries(fields);
}
