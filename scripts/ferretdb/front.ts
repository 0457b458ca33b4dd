/**
 * Stands between drivers and FerretDB, and changes requests where FerretDB 1.24 refuses what MongoDB knows, or does not
 * do what it promises. What is changed, and so not checked by anything that runs on it:
 *
 * - `createIndexes`: text indexes are left out, so that `$text` is refused; `expireAfterSeconds` is taken off, which
 *   FerretDB refuses, so that nothing goes by itself. Indexes are made one at a time: of a command that names
 *   several, FerretDB forgets some or panics (`slice bounds out of range`, validateIndexesForCreation) when others of them
 *   are there already.
 * - `findAndModify`: `fields` is taken off, which FerretDB refuses. More comes back than was asked for. Of what
 *   `$setOnInsert` says, FerretDB leaves out nulls and empty lists (processSetFieldExpression); a second update sets them
 *   in what was inserted. The answer is that of the first.
 * - Writes: one at a time, over all connections. FerretDB looks for the documents that a filter meets, and then replaces
 *   them by their id, whatever has happened in between (updateDocument, findAndModifyDocument): of two updates of one
 *   document at once, one is lost, and of 60 hits at once on a counter with a limit of 11, 60 passed. That a server does
 *   such a write in one step, as MongoDB does, is made true here, not checked. Commands still come in any order, so what
 *   takes several of them can be raced.
 *
 * Everything else, all answers included, passes through byte by byte.
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
/** Longer than any client waits. */
const REPLY_TIMEOUT_MS = 60_000;
/** Where the command of an OP_MSG begins, if no sequence stands before it. */
const BODY = 21;

/** Listens on `port` (0: any free one). `upstream` is asked for FerretDB's port whenever somebody connects. */
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
    client.on('close', () => server.leave());
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
  const leftOut = onInsert.filter(([, value]) => value === null || (Array.isArray(value) && value.length === 0));
  if (leftOut.length === 0) return reply;
  const made = (decodeReply(reply).lastErrorObject as Doc | undefined)?.upserted;
  if (made !== undefined) {
    const updates = [{ q: { _id: made }, u: { $set: Object.fromEntries(leftOut) } }];
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

/** With numbers as what they are, so that they are written again as they were. */
function commandOf(message: Buffer): Doc {
  return BSON.deserialize(message.subarray(BODY), { promoteValues: false, promoteBuffers: false });
}

/** One connection to FerretDB, on which one request is under way at a time. */
class Upstream {
  readonly #socket: Socket;
  readonly #reader = new MessageReader();
  #waiting: { resolve(reply: Buffer): void; reject(error: Error): void } | null = null;
  #isLeaving = false;

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

  /** When what is under way is answered: until then it holds its turn. */
  leave(): void {
    this.#isLeaving = true;
    if (this.#waiting === null) this.close();
  }

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
      if (this.#isLeaving) this.close();
    }
  }
}
