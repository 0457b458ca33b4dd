/**
 * A double of MongoDB for tests: speaks OP_MSG to the real driver as the primary of a replica set of one, keeps its data
 * in a file, and can be told to fail. Every write is flushed before it is acknowledged; a write that a session repeats
 * is answered as the first time, after a restart too. Operators, stages, options and fields that it does not know are
 * refused (code 2), unknown commands with 59: nothing that is asked for is silently left out.
 *
 * It lacks: transactions, change streams, authentication and TLS, compression, secondaries and elections (read and
 * write concerns are accepted, and everything is as with `majority` and journal), cluster times, collations, hints,
 * regular expressions, Decimal128 and timestamps as values to compare, lists in unique indexes, text indexes of several
 * fields, positional and filtered updates of list elements. It differs from a server in this: doubles without a fraction
 * become 32-bit integers; a cursor gives what was there when it was opened, never ends by itself, and ends early if
 * nothing is left; a write of several statements is repeated or not as a whole, and after a kill was done whole or not
 * at all; indexes make text search and equality with their first field faster, and nothing else; one command is done at a time; reads
 * see what is written but not flushed yet; lists of distinct values are sorted; TTL indexes are looked at when told so;
 * text search has another stemmer and fewer stop words (see text-search.ts); every document that is too large is refused
 * with 10334, for which a server has several codes; messages of errors are its own. It makes no claim about speed. A
 * start on another process's file is not prevented. FerretDB, a server by others, runs what it knows of the same suites
 * (test/contract/ferretdb.*). What passes here has not been shown to pass on MongoDB: MONGODB_URL runs them there.
 */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { expire } from './catalog.ts';
import { Commands, failure } from './commands.ts';
import { CommandError } from './errors.ts';
import { type Faults, noFaults } from './faults.ts';
import { Storage } from './storage.ts';
import { Meeting, Turns } from './turns.ts';
import type { Doc } from './values.ts';
import { encodeReply, type Request, RequestReader } from './wire.ts';
import { Work } from './work.ts';

export interface MongoDouble {
  /** Connection string. */
  url: string;
  port: number;
  faults: Faults;
  /** How often each command came, by its name. */
  calls: Map<string, number>;
  connections(): number;
  /** Cursors that were neither read to their end nor killed. */
  cursors(): number;
  dropConnections(): void;
  /** Removes what has lived past the time of a TTL index. Answers how many documents. */
  expire(now?: number): Promise<number>;
  /** Breaks all connections and lets go of the file. */
  stop(): Promise<void>;
}

/** Starts on `port` (0: any free one) with the data in the file `data`. */
export async function startMongoDouble(options: {
  port?: number;
  data: string;
  /** How often TTL indexes are looked at; without it, only by {@link MongoDouble.expire}. */
  expireEveryMs?: number;
}): Promise<MongoDouble> {
  const faults = noFaults();
  const calls = new Map<string, number>();
  const sockets = new Set<Socket>();
  const storage = new Storage(options.data);
  const turns = new Turns();
  const meeting = new Meeting(() => faults.upsertsMeet);
  const commands = new Commands(() => `127.0.0.1:${port}`);

  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    if (faults.refuseConnections) socket.destroy();
    else void serve(socket).catch(() => socket.destroy());
  });

  /** One request after the other, as a server does. */
  async function serve(socket: Socket): Promise<void> {
    const reader = new RequestReader();
    for await (const chunk of socket) {
      for (const request of reader.read(chunk)) {
        const reply = await answer(request);
        if (reply === 'drop') return void socket.destroy();
        if (reply === null || !request.answered || socket.destroyed) continue;
        if (!socket.write(encodeReply(request, reply))) await once(socket, 'drain');
      }
    }
  }

  async function answer({ command }: Request): Promise<Doc | 'drop' | null> {
    const name = Object.keys(command)[0] ?? '';
    calls.set(name, (calls.get(name) ?? 0) + 1);
    if (faults.frozen) return null;
    if (commands.isGreeting(name)) return commands.run(name, command, newWork());
    const isMeant = faults.only?.includes(name) ?? true;
    if (isMeant) {
      const fault = await before(command);
      if (fault !== null) return fault;
    }
    const isWrite = commands.isWrite(name);
    if (isWrite && faults.writes === 'deaf') return null;
    const work = newWork();
    const reply = await commands.run(name, command, work);
    if (isWrite) await storage.durable();
    if (isMeant && faults.dropAfter > 0) {
      faults.dropAfter--;
      return 'drop';
    }
    if (!isWrite) return reply;
    if (faults.writes === 'silent' || faults.answersLeft-- <= 0) return null;
    if (!isMeant || faults.writeConcernTimeouts <= 0) return reply;
    faults.writeConcernTimeouts--;
    const errmsg = 'waiting for replication timed out';
    return {
      ...reply,
      writeConcernError: { code: 64, codeName: 'WriteConcernFailed', errmsg, errInfo: { wtimeout: true } },
    };
  }

  /** What happens instead of the command, or null. */
  async function before(command: Doc): Promise<Doc | 'drop' | null> {
    await faults.heldUntil;
    if (faults.delayMs > 0) {
      const limit = Number(command.maxTimeMS ?? Number.POSITIVE_INFINITY);
      await new Promise((resolve) => setTimeout(resolve, Math.min(faults.delayMs, limit)));
      if (limit < faults.delayMs) {
        return failure(new CommandError(50, 'MaxTimeMSExpired', 'operation exceeded time limit'), command);
      }
    }
    if (faults.dropBefore > 0) {
      faults.dropBefore--;
      return 'drop';
    }
    if (faults.refuse <= 0) return null;
    faults.refuse--;
    return failure(new CommandError(faults.refusal.code, faults.refusal.codeName, 'refused as told'), command);
  }

  function newWork(): Work {
    return new Work(storage, turns, meeting, () => faults.upsertsBeginAgain);
  }

  async function expireNow(now = Date.now()): Promise<number> {
    const work = newWork();
    await work.begin();
    const removed = expire(work, now);
    work.write(null);
    work.end();
    await storage.durable();
    return removed;
  }

  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const every = options.expireEveryMs;
  const timer = every === undefined ? null : setInterval(() => void expireNow(), every).unref();

  function dropConnections(): void {
    for (const socket of sockets) socket.destroy();
  }

  return {
    url: `mongodb://127.0.0.1:${port}/?replicaSet=double`,
    port,
    faults,
    calls,
    connections: () => sockets.size,
    cursors: () => commands.cursors.size,
    dropConnections,
    expire: expireNow,
    async stop() {
      if (timer !== null) clearInterval(timer);
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      dropConnections();
      await closed;
      await storage.close();
    },
  };
}
