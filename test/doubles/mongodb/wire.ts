/** The wire protocol: OP_MSG, and OP_QUERY, with which a driver greets a server that it doesn't know yet. */
import { BSON } from 'mongodb';
import type { Doc } from './values.ts';

const OP_REPLY = 1;
const OP_QUERY = 2004;
const OP_MSG = 2013;
const MORE_TO_COME = 2;
/** Flag bits that a receiver must not ignore. */
const REQUIRED_FLAGS = 0xffff;
const HEADER = 16;
export const MAX_MESSAGE_BYTES = 48_000_000;

export interface Request {
  id: number;
  legacy: boolean;
  command: Doc;
  answered: boolean;
}

/** Decodes BSON. 64-bit integers become `bigint`, so that they are 64-bit again when encoded. */
export function decode(bytes: Buffer): Doc {
  return BSON.deserialize(bytes, { useBigInt64: true, promoteBuffers: false });
}

/** Splits a byte stream into requests. Throws RangeError for an invalid message. */
export class RequestReader {
  readonly #messages = new MessageReader();

  *read(chunk: Buffer): Generator<Request> {
    for (const message of this.#messages.read(chunk)) yield parseRequest(message);
  }
}

/** Splits a byte stream into complete messages, unparsed. Throws RangeError for an invalid length. */
export class MessageReader {
  #parts: Buffer[] = [];
  #size = 0;

  *read(chunk: Buffer): Generator<Buffer> {
    this.#parts.push(chunk);
    this.#size += chunk.length;
    for (;;) {
      if (this.#size < HEADER) return;
      if (this.#parts[0]!.length < HEADER) this.#parts = [Buffer.concat(this.#parts)];
      const length = this.#parts[0]!.readInt32LE(0);
      if (length < HEADER || length > MAX_MESSAGE_BYTES) throw new RangeError('not a message');
      if (this.#size < length) return;
      const bytes = Buffer.concat(this.#parts);
      this.#parts = [bytes.subarray(length)];
      this.#size = bytes.length - length;
      yield bytes.subarray(0, length);
    }
  }
}

/** Parses a message. Throws RangeError for an unsupported operation or flag. */
export function parseRequest(message: Buffer): Request {
  const id = message.readInt32LE(4);
  const operation = message.readInt32LE(12);
  if (operation === OP_QUERY) {
    const start = message.indexOf(0, HEADER + 4) + 1 + 8;
    const command = decode(message.subarray(start, start + message.readInt32LE(start)));
    return { id, legacy: true, answered: true, command };
  }
  if (operation !== OP_MSG) throw new RangeError(`operation ${operation} is not supported`);
  const flags = message.readUInt32LE(HEADER);
  if ((flags & REQUIRED_FLAGS & ~MORE_TO_COME) !== 0) throw new RangeError('checksums are not supported');
  let command: Doc = {};
  const sequences: Doc = {};
  for (let offset = HEADER + 4; offset < message.length; ) {
    const kind = message[offset++];
    const size = message.readInt32LE(offset);
    const section = message.subarray(offset, offset + size);
    offset += size;
    if (kind === 0) command = decode(section);
    else Object.assign(sequences, parseSequence(section));
  }
  return { id, legacy: false, answered: (flags & MORE_TO_COME) === 0, command: { ...command, ...sequences } };
}

function parseSequence(section: Buffer): Doc {
  const end = section.indexOf(0, 4);
  const documents: Doc[] = [];
  for (let offset = end + 1; offset < section.length; ) {
    const length = section.readInt32LE(offset);
    documents.push(decode(section.subarray(offset, offset + length)));
    offset += length;
  }
  return { [section.toString('utf8', 4, end)]: documents };
}

/** Encodes an OP_MSG request with this command, without document sequences. */
export function encodeRequest(id: number, command: Doc): Buffer {
  const body = BSON.serialize(command, { ignoreUndefined: true });
  const prefix = Buffer.alloc(HEADER + 5);
  prefix.writeInt32LE(prefix.length + body.length, 0);
  prefix.writeInt32LE(id, 4);
  prefix.writeInt32LE(OP_MSG, 12);
  return Buffer.concat([prefix, body]);
}

/** The body of an OP_MSG reply. */
export function decodeReply(message: Buffer): Doc {
  return decode(message.subarray(HEADER + 5));
}

/** Encodes the reply to a request, in the request's own kind of message. */
export function encodeReply(request: Request, reply: Doc): Buffer {
  const body = BSON.serialize(reply, { ignoreUndefined: true });
  const prefix = Buffer.alloc(request.legacy ? HEADER + 20 : HEADER + 5);
  prefix.writeInt32LE(prefix.length + body.length, 0);
  prefix.writeInt32LE(request.id, 8);
  prefix.writeInt32LE(request.legacy ? OP_REPLY : OP_MSG, 12);
  if (request.legacy) prefix.writeInt32LE(1, HEADER + 16);
  return Buffer.concat([prefix, body]);
}
