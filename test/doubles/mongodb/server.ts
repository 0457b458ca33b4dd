/**
 * A double of MongoDB for tests: it serves the real driver over OP_MSG as the primary of a replica set of one, or as a
 * router, stores its data in a file, and injects faults. Every write is flushed before it is acknowledged. A write that a session
 * repeats gets its first reply, also after a restart. Unsupported operators, stages, options and fields are refused
 * with code 2, unknown commands with 59: nothing is silently ignored.
 *
 * It lacks: transactions, change streams, authentication and TLS, compression, secondaries and elections (read and
 * write concerns are accepted; everything behaves as with `majority` and journal), cluster times, collations, hints,
 * regular expressions, comparison of Decimal128 and timestamps, lists in unique indexes, text indexes on several
 * fields, positional and filtered updates of list elements.
 *
 * It differs from a server:
 * - Floating-point numbers without a fraction become 32-bit integers.
 * - A cursor returns a snapshot of its opening, never times out, and ends early if nothing is left.
 * - A write of several statements is repeated as a whole, and after a kill it was applied completely or not at all.
 * - Indexes speed up text search and equality with their first field, nothing else. Commands run one at a time.
 * - Reads see writes that are not flushed yet. `distinct` returns sorted values.
 * - TTL indexes are evaluated on request or at a given interval.
 * - Text search has another stemmer and fewer stop words (see text-search.ts).
 * - Every document that is too large is refused with 10334; a server has several codes. Error messages are its own.
 *
 * Its speed says nothing about a server. It doesn't prevent two processes from using the same file. FerretDB, an
 * independent server, runs the suites that it supports (test/contract/ferretdb.*). A test that passes here may fail on
 * MongoDB: set MONGODB_URL to run the same suites on it.
 */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { expire } from './catalog.ts';
import { Commands, failure, memberAt, ROUTER } from './commands.ts';
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
  /** Number of calls received, by command name. */
  calls: Map<string, number>;
  connections(): number;
  /** Number of cursors that were neither read to their end nor killed. */
  cursors(): number;
  dropConnections(): void;
  /** Removes documents that have expired by a TTL index. Returns their number. */
  expire(now?: number): Promise<number>;
  /** Breaks all connections and closes the file. */
  stop(): Promise<void>;
}

/** Starts the double on `port` (0: any free port) with its data in the file `data`. */
export async function startMongoDouble(options: {
  port?: number;
  data: string;
  /** Interval at which TTL indexes are evaluated; without it, only {@link MongoDouble.expire} evaluates them. */
  expireEveryMs?: number;
  /** Greets as a router of a sharded cluster, not as the primary of a replica set. */
  router?: boolean;
}): Promise<MongoDouble> {
  const faults = noFaults();
  const calls = new Map<string, number>();
  const sockets = new Set<Socket>();
  const storage = new Storage(options.data);
  const turns = new Turns();
  const meeting = new Meeting(() => faults.upsertsMeet);
  const commands = new Commands(() => (options.router ? ROUTER : memberAt(`127.0.0.1:${port}`)));

  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    if (faults.refuseConnections) socket.destroy();
    else void serve(socket).catch(() => socket.destroy());
  });

  /** Handles a connection's requests one after the other, as a server does. */
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
    const isAffected = faults.only?.includes(name) ?? true;
    if (isAffected) {
      const fault = await faultBefore(command);
      if (fault !== null) return fault;
    }
    const isWrite = commands.isWrite(name);
    if (isWrite && faults.writes === 'deaf') return null;
    const work = newWork();
    const reply = await commands.run(name, command, work);
    if (isWrite) await storage.durable();
    if (isAffected && faults.dropAfter > 0) {
      faults.dropAfter--;
      return 'drop';
    }
    if (!isWrite) return reply;
    if (faults.writes === 'silent' || faults.answersLeft-- <= 0) return null;
    if (!isAffected || faults.writeConcernTimeouts <= 0) return reply;
    faults.writeConcernTimeouts--;
    const errmsg = 'waiting for replication timed out';
    return {
      ...reply,
      writeConcernError: { code: 64, codeName: 'WriteConcernFailed', errmsg, errInfo: { wtimeout: true } },
    };
  }

  /** Applies the faults before a command: its failure reply, `drop` to break the connection, or null to run it. */
  async function faultBefore(command: Doc): Promise<Doc | 'drop' | null> {
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
    url: `mongodb://127.0.0.1:${port}/${options.router ? '' : '?replicaSet=double'}`,
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
