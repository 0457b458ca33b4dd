/**
 * A proxy between drivers and FerretDB. It changes requests where FerretDB 1.24 refuses what MongoDB supports, or does
 * not do what it promises. Suites on FerretDB therefore don't test the following:
 *
 * - `createIndexes`: drops text indexes, so that `$text` is refused, and `expireAfterSeconds`, because FerretDB refuses
 *   it, so documents never expire. Creates indexes one at a time: if some indexes of a command exist already, FerretDB
 *   forgets others or panics (`slice bounds out of range`, validateIndexesForCreation).
 * - `findAndModify`: drops `fields`, which FerretDB refuses, so that the reply has more fields than requested. FerretDB
 *   ignores nulls and empty lists in `$setOnInsert` (processSetFieldExpression), so a second update sets them in an
 *   inserted document. The reply is that of the first command.
 * - Writes: runs them one at a time, over all connections. FerretDB finds the documents of a filter and then replaces
 *   them by id, even if they have changed in between (updateDocument, findAndModifyDocument): of two concurrent updates
 *   of a document one is lost, and of 60 concurrent hits on a counter with a limit of 11, all 60 passed. So a single
 *   write is atomic because of this proxy, which is not tested. The order of commands is not changed, so operations of
 *   several commands can still race.
 *
 * Everything else, all replies included, passes through unchanged.
 */
import { once } from 'node:events';
import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net';
import { BSON } from 'mongodb';
import type { Doc } from '#test/doubles/mongodb/values.ts';
import {
  decodeReply,
  encodeReply,
  encodeRequest,
  MessageReader,
  parseRequest,
  type Request,
} from '#test/doubles/mongodb/wire.ts';

export interface Front {
  port: number;
  /** Breaks all connections. */
  close(): Promise<void>;
}

const WRITES = new Set(
  'insert update delete findAndModify create createIndexes dropIndexes drop dropDatabase'.split(' '),
);
/** Longer than any client's timeout. */
const REPLY_TIMEOUT_MS = 60_000;
/** Offset of the command in an OP_MSG, unless a document sequence precedes it. */
const BODY = 21;

/** Listens on `port` (0: any free port). `upstream` returns FerretDB's port; it is called for every new connection. */
export async function startFront(port: number, upstream: () => number): Promise<Front> {
  const sockets = new Set<Socket>();
  let lastWrite: Promise<unknown> = Promise.resolve();

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = lastWrite.then(work);
    lastWrite = done.catch(() => {});
    return done;
  }

  async function serve(client: Socket): Promise<void> {
    const server = new Upstream(upstream());
    client.on('close', () => server.closeWhenIdle());
    server.onClose(() => client.destroy());
    const reader = new MessageReader();
    for await (const chunk of client) {
      for (const message of reader.read(chunk)) {
        const request = parseRequest(message);
        const name = Object.keys(request.command)[0] ?? '';
        const work = () => answer(server, message, request, name);
        const reply = await (WRITES.has(name) ? inTurn(work) : work());
        if (reply === null || client.destroyed) continue;
        if (!client.write(reply)) await once(client, 'drain');
      }
    }
  }

  const server = createServer({ noDelay: true }, (client) => {
    sockets.add(client);
    client.on('error', () => {}).on('close', () => sockets.delete(client));
    void serve(client).catch(() => client.destroy());
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');

  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

async function answer(server: Upstream, message: Buffer, request: Request, name: string): Promise<Buffer | null> {
  if (name === 'createIndexes') return createIndexes(server, request, commandOf(message));
  if (name === 'findAndModify') return findAndModify(server, request, message);
  return server.ask(message, request.answered);
}

async function findAndModify(server: Upstream, request: Request, message: Buffer): Promise<Buffer> {
  const { fields, ...command } = commandOf(message);
  const reply = await server.ask(fields === undefined ? message : encodeRequest(request.id, command));
  const onInsert = Object.entries(((command.update as Doc)?.$setOnInsert ?? {}) as Doc);
  const ignored = onInsert.filter(([, value]) => value === null || (Array.isArray(value) && value.length === 0));
  if (ignored.length === 0) return reply;
  const made = (decodeReply(reply).lastErrorObject as Doc | undefined)?.upserted;
  if (made !== undefined) {
    const updates = [{ q: { _id: made }, u: { $set: Object.fromEntries(ignored) } }];
    await server.ask(encodeRequest(request.id, { update: command.findAndModify, updates, $db: command.$db }));
  }
  return reply;
}

async function createIndexes(server: Upstream, request: Request, command: Doc): Promise<Buffer> {
  let reply = encodeReply(request, { note: 'no index that FerretDB knows', ok: 1 });
  for (const index of command.indexes as Doc[]) {
    const { expireAfterSeconds, ...kept } = index;
    if (Object.values(kept.key as Doc).includes('text')) continue;
    reply = await server.ask(encodeRequest(request.id, { ...command, indexes: [kept] }));
    if (Number(decodeReply(reply).ok) !== 1) break;
  }
  return reply;
}

/** The command, with numbers as BSON types, so that they are encoded unchanged. */
function commandOf(message: Buffer): Doc {
  return BSON.deserialize(message.subarray(BODY), { promoteValues: false, promoteBuffers: false });
}

/** A connection to FerretDB for one request at a time. */
class Upstream {
  readonly #socket: Socket;
  readonly #reader = new MessageReader();
  #waiting: { resolve(reply: Buffer): void; reject(error: Error): void } | null = null;
  #isClosing = false;

  constructor(port: number) {
    this.#socket = createConnection({ port, host: '127.0.0.1', noDelay: true });
    this.#socket.on('error', () => {});
    this.#socket.on('data', (chunk: Buffer) => {
      try {
        for (const message of this.#reader.read(chunk)) this.#waiting?.resolve(message);
      } catch {
        this.close();
      }
    });
    this.onClose(() => this.#waiting?.reject(new Error('FerretDB has ended the connection')));
  }

  onClose(listener: () => void): void {
    this.#socket.on('close', listener);
  }

  close(): void {
    this.#socket.destroy();
  }

  /** Closes the connection once the pending request is answered, because that request holds up other writes. */
  closeWhenIdle(): void {
    this.#isClosing = true;
    if (this.#waiting === null) this.close();
  }

  /** Sends a message and returns the reply; null if it expects none. Rejects when the connection closes. */
  ask(message: Buffer): Promise<Buffer>;
  ask(message: Buffer, answered: boolean): Promise<Buffer | null>;
  async ask(message: Buffer, answered = true): Promise<Buffer | null> {
    if (this.#socket.destroyed) throw new Error('FerretDB has ended the connection');
    this.#socket.write(message);
    if (!answered) return null;
    const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
    this.#waiting = { resolve, reject };
    const timer = setTimeout(() => this.close(), REPLY_TIMEOUT_MS);
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      this.#waiting = null;
      if (this.#isClosing) this.close();
    }
  }
}
