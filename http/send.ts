/** Sends a body, which may have been written down already, or be still in the making. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AnswerPieces, type Pace, streamOf, type Taker, timeFor, watchRest } from './answer-pieces.ts';
import type { Client } from './client.ts';
import { describeError } from './error-handler.ts';
import { isLarge, jsonStream } from './json-stream.ts';
import { idsOf } from './log-ids.ts';

const JSON_TYPE = 'application/json; charset=utf-8';
/** What is sent at once is seldom larger: fifty claims with their evidence. */
const AT_ONCE_BYTES = 524_288;

export function send(
  request: FastifyRequest,
  reply: FastifyReply,
  client: Client,
  pace: Pace,
  body: unknown,
): FastifyReply {
  const isWritten = body instanceof Uint8Array || body instanceof AnswerPieces;
  if (isWritten && !reply.hasHeader('content-type')) reply.type(JSON_TYPE);
  const taker: Taker = { served: client.served, dismiss: () => request.raw.socket.destroy() };
  if (body instanceof AnswerPieces) {
    // A stream that nobody began to read would not end what it reads from. Where ending it fails there is nobody to tell.
    void client.served.then(() => body.abandon()).catch(() => {});
    return reply.send(streamOf(reportingFailures(body, request), taker, pace));
  }
  if (body instanceof Uint8Array) {
    watchRest(taker, pace.graceMs + timeFor(body.byteLength, pace), pace);
    return reply.send(Buffer.from(body.buffer, body.byteOffset, body.byteLength));
  }
  // A list: it holds no slot.
  if (isLarge(body)) return reply.type(JSON_TYPE).send(jsonStream(body));
  watchRest(taker, pace.graceMs + timeFor(AT_ONCE_BYTES, pace), pace);
  return reply.send(body);
}

/** The status is sent: of what fails now the client sees that its connection is closed before the answer's end. */
async function* reportingFailures(pieces: AnswerPieces, request: FastifyRequest): AsyncGenerator<Uint8Array> {
  try {
    yield* pieces;
  } catch (error) {
    request.log.warn({ ...describeError(error), ...idsOf(request) }, 'an answer broke off');
    throw error;
  }
}
