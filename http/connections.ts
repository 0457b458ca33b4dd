/**
 * What a server allows the other ends of its connections: how many there are, how slowly they send and read, and for how
 * long they are waited for once the server closes. Node itself bounds heads (headersTimeout) and whole requests
 * (requestTimeout).
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export interface ConnectionLimits {
  /**
   * Open at a time. Beyond, the new connection takes the place of the one that has been waiting for longest: first of
   * those that never sent a whole request, then of the idle ones. Where all are at work, the new one is dropped.
   */
  maxConnections: number;
  /** Requests of one connection that are unanswered at a time: a client that sends ahead without end is cut off. */
  maxPipelined: number;
  /** How long a connection may wait for the head of its next request, however little comes. */
  idleMs: number;
  /** A body may be as slow as it likes for so long; then it must have come at this rate on average. */
  bodyGraceMs: number;
  bodyBytesPerSecond: number;
  /** A client that takes nothing of its answer for so long is cut off. */
  stalledMs: number;
  /** The same while the server closes. */
  stalledWhileClosingMs: number;
  /** While the server closes, requests that are still arriving have so long to be whole. */
  arriveWithinMs: number;
  /** How often all of this is looked at. */
  checkEveryMs: number;
}

/** For a load balancer that keeps connections for the usual 60 s. */
export const KEEP_ALIVE_MS = 72_000;
/** From the first byte of a head, or the connection, to the head's end. */
export const HEADERS_TIMEOUT_MS = 10_000;

export const CONNECTION_LIMITS: ConnectionLimits = {
  /** Some ten kilobytes each, 30 MB together; far more than a process can have at work. */
  maxConnections: 2_000,
  /** Clients that pipeline at all have two or three under way. */
  maxPipelined: 16,
  idleMs: KEEP_ALIVE_MS + HEADERS_TIMEOUT_MS,
  bodyGraceMs: 10_000,
  /** A modem's; a text of some pages still arrives in time. */
  bodyBytesPerSecond: 1_024,
  stalledMs: 30_000,
  stalledWhileClosingMs: 2_000,
  arriveWithinMs: 1_000,
  checkEveryMs: 1_000,
};

export type CutOff = 'full' | 'evicted' | 'pipelining' | 'idle' | 'slow' | 'stalled';

export interface ConnectionEvents {
  /** A connection was ended because of a limit. */
  cutOff(reason: CutOff): void;
  /** Answers 408 and closes. */
  refuseSlow(socket: Socket): void;
}

export interface Connections {
  open(): number;
  /** For a server that begins to close: whoever has not sent a whole request is not waited for. */
  beginClosing(): void;
}

interface Connection {
  socket: Socket;
  /** Requests that are unanswered: one that was handed on, and those sent ahead, which wait for it. */
  atWork: number;
  waitingSince: number;
  /** It has sent a whole request before. */
  known: boolean;
  /** The request that was handed on last; null where there is none to wait for. */
  request: IncomingMessage | null;
  bytesBefore: number;
  /** How long its body has been waited for; time in which what has come was not taken is not the client's. */
  waitedMs: number;
}

/**
 * Watches every connection of `server` from now on, and hands requests on to the listeners that it has by now, those of
 * one connection one after the other. `now` is in milliseconds and never goes back.
 */
export function watchConnections(
  server: Server,
  limits: ConnectionLimits,
  events: ConnectionEvents,
  now: () => number = () => performance.now(),
): Connections {
  const all = new Map<Socket, Connection>();
  /** Waiting for a request, longest first. */
  const strangers = new Set<Connection>();
  const idle = new Set<Connection>();
  let closing = false;
  let checkedAt = now();

  const cutOff = (connection: Connection, reason: CutOff) => {
    connection.socket.destroy();
    forget(connection);
    events.cutOff(reason);
  };
  const forget = (connection: Connection) => {
    all.delete(connection.socket);
    strangers.delete(connection);
    idle.delete(connection);
  };
  const wait = (connection: Connection) => {
    connection.waitingSince = now();
    (connection.known ? idle : strangers).add(connection);
  };

  server.on('connection', (socket: Socket) => {
    const connection = { socket, atWork: 0, waitingSince: 0, known: false, request: null, bytesBefore: 0, waitedMs: 0 };
    all.set(socket, connection);
    socket.once('close', () => forget(connection));
    if (all.size > limits.maxConnections) makeRoom(connection);
    if (!socket.destroyed) wait(connection);
  });

  const makeRoom = (newest: Connection) => {
    const [longest] = strangers.size > 0 ? strangers : idle;
    if (longest === undefined) cutOff(newest, 'full');
    else cutOff(longest, 'evicted');
  };

  /** False for a request that must not be handed on. */
  const take = (request: IncomingMessage, response: ServerResponse): boolean => {
    const connection = all.get(request.socket);
    if (connection === undefined) return false;
    strangers.delete(connection);
    idle.delete(connection);
    connection.atWork++;
    connection.known = true;
    response.once('close', () => {
      connection.atWork--;
      if (connection.atWork === 0 && all.has(connection.socket)) wait(connection);
    });
    if (connection.atWork <= limits.maxPipelined) return true;
    cutOff(connection, 'pipelining');
    return false;
  };

  // In front of the listeners that are there: node goes on reading what a destroyed connection has sent.
  const listeners = server.listeners('request');
  server.removeAllListeners('request');
  const handOn = (request: IncomingMessage, response: ServerResponse) => {
    const connection = all.get(request.socket);
    if (connection === undefined) return;
    connection.request = request;
    connection.bytesBefore = request.socket.bytesRead;
    connection.waitedMs = 0;
    for (const listener of listeners) listener.call(server, request, response);
  };
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!take(request, response)) return;
    // One that was sent ahead waits until the answers before it are sent: begun earlier, it would hold slots that they
    // may need, and the time that they take would count as its own.
    if (response.socket === null) response.once('socket', () => handOn(request, response));
    else handOn(request, response);
  });

  // Of the socket: nothing was sent or received for as long as the server's time-out says.
  server.on('timeout', (socket: Socket) => {
    const connection = all.get(socket);
    if (connection === undefined) socket.destroy();
    else if (socket.writableLength > 0) cutOff(connection, 'stalled');
    else if (connection.atWork === 0) cutOff(connection, 'idle');
  });
  server.setTimeout(limits.stalledMs);

  const check = () => {
    const passed = now() - checkedAt;
    checkedAt += passed;
    for (const connection of all.values()) {
      if (connection.atWork === 0) checkIdle(connection);
      else checkBody(connection, passed);
    }
  };
  const checkIdle = (connection: Connection) => {
    if (checkedAt - connection.waitingSince > limits.idleMs) cutOff(connection, 'idle');
  };
  const checkBody = (connection: Connection, passed: number) => {
    const { request, socket } = connection;
    if (request === null || request.complete || request.readableLength > 0) return;
    connection.waitedMs += passed;
    const received = socket.bytesRead - connection.bytesBefore;
    if (connection.waitedMs <= limits.bodyGraceMs) return;
    if (received * 1_000 >= connection.waitedMs * limits.bodyBytesPerSecond) return;
    connection.request = null;
    events.cutOff('slow');
    events.refuseSlow(socket);
  };
  server.once('listening', () => {
    checkedAt = now();
    const checking = setInterval(check, limits.checkEveryMs).unref();
    server.once('close', () => clearInterval(checking));
  });

  const endArriving = () => {
    for (const { atWork, request, socket } of all.values()) {
      if (atWork === 0 || request?.complete === false) socket.destroy();
    }
  };

  return {
    open: () => all.size,
    beginClosing() {
      if (closing) return;
      closing = true;
      server.setTimeout(limits.stalledWhileClosingMs);
      for (const { atWork, socket } of all.values()) {
        if (atWork > 0) socket.setTimeout(limits.stalledWhileClosingMs);
      }
      const ending = setTimeout(() => {
        endArriving();
        // Whoever has sent a head since then.
        const repeating = setInterval(endArriving, limits.arriveWithinMs).unref();
        server.once('close', () => clearInterval(repeating));
      }, limits.arriveWithinMs).unref();
      server.once('close', () => clearTimeout(ending));
    },
  };
}
