/** Reads the forms of pages: `application/x-www-form-urlencoded`, within the limits of any other body. */
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from '#contracts/errors.ts';

/** More than any form has; what is behind them is ignored. */
const MOST_FIELDS = 200;

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
      return new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
    },
  );
}

/** The fields of a form; of a repeated one the last counts. Line ends are those of texts elsewhere: browsers send CRLF. */
export function fieldsOf(body: unknown): Record<string, string> {
  if (!(body instanceof URLSearchParams)) return {};
  const fields = [...body].slice(0, MOST_FIELDS).map(([name, value]) => [name, value.replaceAll('\r\n', '\n')]);
  return Object.fromEntries(fields);
}
