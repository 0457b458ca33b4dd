/** Sends a body, which may be serialized already or be produced while it is sent. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Client } from './client.ts';
import { describeError } from './error-handler.ts';
import { isLarge, jsonPieces } from './json-stream.ts';
import { idsOf } from './log-ids.ts';
import { limitSendTime, PACE, type Pace, type Receiver, ResponsePieces, streamOf, timeFor } from './response-pieces.ts';

const JSON_TYPE = 'application/json; charset=utf-8';
/** Larger than almost all bodies that are sent at once: fifty claims with their evidence. */
const AT_ONCE_BYTES = 524_288;

export function send(
  request: FastifyRequest,
  reply: FastifyReply,
  client: Client,
  pace: Pace,
  body: unknown,
): FastifyReply {
  const isWritten = body instanceof Uint8Array || body instanceof ResponsePieces;
  if (isWritten && !reply.hasHeader('content-type')) reply.type(JSON_TYPE);
  const receiver: Receiver = { served: client.served, disconnect: () => request.raw.socket.destroy() };
  if (body instanceof ResponsePieces) {
    // A stream that was never read does not close its source, so close it here. A failure of
    // that is ignored: the client is gone.
    void client.served.then(() => body.abandon()).catch(() => {});
    return reply.send(streamOf(reportingFailures(body, request), receiver, pace));
  }
  if (body instanceof Uint8Array) {
    limitSendTime(receiver, pace.graceMs + timeFor(body.byteLength, pace), pace);
    return reply.send(Buffer.from(body.buffer, body.byteOffset, body.byteLength));
  }
  // A list, which holds no slot.
  if (isLarge(body)) return reply.type(JSON_TYPE).send(streamOf(encoded(jsonPieces(body)), receiver, pace));
  limitSendTime(receiver, pace.graceMs + timeFor(AT_ONCE_BYTES, pace), pace);
  return reply.send(body);
}

/**
 * Sends a text to a client that may be anybody. A client that reads too slowly is disconnected. Of a string, every
 * connection holds a copy of its own until it is sent; a Buffer is shared by all.
 */
export function sendText(
  request: FastifyRequest,
  reply: FastifyReply,
  text: string | Buffer,
  pace: Pace = PACE,
): FastifyReply {
  const served = new Promise<void>((resolve) => reply.raw.once('close', resolve));
  const receiver: Receiver = { served, disconnect: () => request.raw.socket.destroy() };
  limitSendTime(receiver, pace.graceMs + timeFor(Buffer.byteLength(text), pace), pace);
  return reply.send(text);
}

/** The pieces as UTF-8. */
export async function* encoded(pieces: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) yield Buffer.from(piece);
}

/**
 * Logs an error after the status was sent. The client only sees that its connection closes before the end of the body.
 */
async function* reportingFailures(pieces: ResponsePieces, request: FastifyRequest): AsyncGenerator<Uint8Array> {
  try {
    yield* pieces;
  } catch (error) {
    request.log.warn({ ...describeError(error), ...idsOf(request) }, 'a response was cut off');
    throw error;
  }
}
