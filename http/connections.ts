/**
 * Limits for the clients of a server: how many connections they have, how slowly they send and read, and how long they
 * are waited for once the server closes. Node itself limits heads (headersTimeout) and whole requests (requestTimeout).
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { networkOf } from './auth/ip.ts';

export interface ConnectionLimits {
  /**
   * Open connections. Beyond this number, a new connection replaces the one that has waited longest: first among those
   * that never sent a whole request, then among the idle ones. If all have requests in progress, the new one is
   * dropped, unless another address crowds the others out.
   */
  maxConnections: number;
  /**
   * If all connections have requests in progress, and one address more than this number of connections, the new
   * connection of another address replaces one of those, provided that it is still sending its request. Clients behind
   * one proxy have one address.
   */
  crowd: number;
  /** Unanswered requests of one connection. A client that pipelines more is cut off. */
  maxPipelined: number;
  /** How long a connection may wait for the head of its next request, even if some bytes arrive. */
  idleMs: number;
  /** A body may be arbitrarily slow for this long; after that its average rate must reach bodyBytesPerSecond. */
  bodyGraceMs: number;
  bodyBytesPerSecond: number;
  /** A client that reads nothing of its response for this long is cut off. */
  stalledMs: number;
  /** The same, while the server closes. */
  stalledWhileClosingMs: number;
  /** While the server closes, requests that are still arriving have this long to complete. */
  arriveWithinMs: number;
  /** How often these limits are checked. */
  checkEveryMs: number;
}

/** Longer than the usual 60 s for which load balancers keep connections. */
export const KEEP_ALIVE_MS = 72_000;
/** From the first byte of a head, or from the connection, to the end of the head. */
export const HEADERS_TIMEOUT_MS = 10_000;

export const CONNECTION_LIMITS: ConnectionLimits = {
  /** Some ten kilobytes each, 30 MB together; far more than a process can handle at once. */
  maxConnections: 2_000,
  /** Browsers have six per server, clients of the API hardly more than the requests that one key may have at work. */
  crowd: 250,
  /** Clients that pipeline at all have two or three requests in progress. */
  maxPipelined: 16,
  idleMs: KEEP_ALIVE_MS + HEADERS_TIMEOUT_MS,
  bodyGraceMs: 10_000,
  /** The rate of a modem; a text of some pages still arrives in time. */
  bodyBytesPerSecond: 1_024,
  stalledMs: 30_000,
  stalledWhileClosingMs: 2_000,
  arriveWithinMs: 1_000,
  checkEveryMs: 1_000,
};

export const CUT_OFFS = ['full', 'evicted', 'pipelining', 'idle', 'slow', 'stalled'] as const;
export type CutOff = (typeof CUT_OFFS)[number];

export interface ConnectionEvents {
  /** A connection was closed because of a limit. */
  cutOff(reason: CutOff): void;
  /** Sends 408 and closes the connection. */
  refuseSlow(socket: Socket): void;
}

export interface Connections {
  open(): number;
  /** Call it when the server begins to close: connections that have not sent a whole request are soon closed. */
  beginClosing(): void;
}

interface Connection {
  socket: Socket;
  address: string;
  /** Unanswered requests: the one being handled, and the pipelined ones that wait for it. */
  unanswered: number;
  waitingSince: number;
  /** It has sent a whole request before. */
  hasSentRequest: boolean;
  /** The request that was dispatched last; null if there is no body to check. */
  request: IncomingMessage | null;
  bytesBefore: number;
  /**
   * How long we have waited for its body. Excludes time during which received bytes were waiting to be read, which is
   * not the client's fault.
   */
  waitedMs: number;
}

/**
 * Watches every connection of `server` from now on. Dispatches requests to the listeners that are registered by now,
 * those of one connection one after the other. `now` is in milliseconds and never goes back.
 */
export function watchConnections(
  server: Server,
  limits: ConnectionLimits,
  events: ConnectionEvents,
  now: () => number = () => performance.now(),
): Connections {
  const all = new Map<Socket, Connection>();
  /** Connections that wait for a request, longest first: those that never sent one, and the idle ones. */
  const neverUsed = new Set<Connection>();
  const idle = new Set<Connection>();
  const perAddress = new Map<string, number>();
  let closing = false;
  let checkedAt = now();

  const cutOff = (connection: Connection, reason: CutOff) => {
    connection.socket.destroy();
    forget(connection);
    events.cutOff(reason);
  };
  const count = (address: string, change: 1 | -1) => {
    const connections = (perAddress.get(address) ?? 0) + change;
    if (connections > 0) perAddress.set(address, connections);
    else perAddress.delete(address);
  };
  const forget = (connection: Connection) => {
    if (all.delete(connection.socket)) count(connection.address, -1);
    neverUsed.delete(connection);
    idle.delete(connection);
  };
  const wait = (connection: Connection) => {
    connection.waitingSince = now();
    (connection.hasSentRequest ? idle : neverUsed).add(connection);
  };

  server.on('connection', (socket: Socket) => {
    const connection = {
      socket,
      address: networkOf(socket.remoteAddress ?? ''),
      unanswered: 0,
      waitingSince: 0,
      hasSentRequest: false,
      request: null,
      bytesBefore: 0,
      waitedMs: 0,
    };
    all.set(socket, connection);
    count(connection.address, 1);
    socket.once('close', () => forget(connection));
    if (all.size > limits.maxConnections) makeRoom(connection);
    if (!socket.destroyed) wait(connection);
  });

  const makeRoom = (newest: Connection) => {
    const [longest] = neverUsed.size > 0 ? neverUsed : idle;
    const replaced = longest ?? crowding(newest);
    if (replaced === undefined) cutOff(newest, 'full');
    else cutOff(replaced, 'evicted');
  };

  /** The oldest connection that is still sending its request, of the address that has most; undefined if none. */
  const crowding = (newest: Connection): Connection | undefined => {
    let most = '';
    let connections = limits.crowd;
    for (const [address, count] of perAddress) if (count > connections) [most, connections] = [address, count];
    if (connections === limits.crowd || most === newest.address) return undefined;
    return all.values().find(({ address, request }) => address === most && request?.complete === false);
  };

  /** Returns false for a request that must not be dispatched. */
  const accept = (request: IncomingMessage, response: ServerResponse): boolean => {
    const connection = all.get(request.socket);
    if (connection === undefined) return false;
    neverUsed.delete(connection);
    idle.delete(connection);
    connection.unanswered++;
    connection.hasSentRequest = true;
    response.once('close', () => {
      connection.unanswered--;
      if (connection.unanswered === 0 && all.has(connection.socket)) wait(connection);
    });
    if (connection.unanswered <= limits.maxPipelined) return true;
    cutOff(connection, 'pipelining');
    return false;
  };

  // Run before the existing listeners, because Node continues to read what a destroyed connection has sent.
  const listeners = server.listeners('request');
  server.removeAllListeners('request');
  const dispatch = (request: IncomingMessage, response: ServerResponse) => {
    const connection = all.get(request.socket);
    if (connection === undefined) return;
    connection.request = request;
    connection.bytesBefore = request.socket.bytesRead;
    connection.waitedMs = 0;
    for (const listener of listeners) listener.call(server, request, response);
  };
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!accept(request, response)) return;
    // A pipelined request waits until the earlier responses have been sent. If it began earlier, it would hold slots
    // that they may need, and their time would count as its own.
    if (response.socket === null) response.once('socket', () => dispatch(request, response));
    else dispatch(request, response);
  });

  // The socket's time-out: nothing was sent or received for that long.
  server.on('timeout', (socket: Socket) => {
    const connection = all.get(socket);
    if (connection === undefined) socket.destroy();
    else if (socket.writableLength > 0) cutOff(connection, 'stalled');
    else if (connection.unanswered === 0) cutOff(connection, 'idle');
  });
  server.setTimeout(limits.stalledMs);

  const check = () => {
    const elapsed = now() - checkedAt;
    checkedAt += elapsed;
    for (const connection of all.values()) {
      if (connection.unanswered === 0) checkIdle(connection);
      else checkBody(connection, elapsed);
    }
  };
  const checkIdle = (connection: Connection) => {
    if (checkedAt - connection.waitingSince > limits.idleMs) cutOff(connection, 'idle');
  };
  const checkBody = (connection: Connection, elapsed: number) => {
    const { request, socket } = connection;
    if (request === null || request.complete || request.readableLength > 0) return;
    connection.waitedMs += elapsed;
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
    for (const { unanswered, request, socket } of all.values()) {
      if (unanswered === 0 || request?.complete === false) socket.destroy();
    }
  };

  return {
    open: () => all.size,
    beginClosing() {
      if (closing) return;
      closing = true;
      server.setTimeout(limits.stalledWhileClosingMs);
      for (const { unanswered, socket } of all.values()) {
        if (unanswered > 0) socket.setTimeout(limits.stalledWhileClosingMs);
      }
      const ending = setTimeout(() => {
        endArriving();
        // Ends the connections that have sent a head since then.
        const repeating = setInterval(endArriving, limits.arriveWithinMs).unref();
        server.once('close', () => clearInterval(repeating));
      }, limits.arriveWithinMs).unref();
      server.once('close', () => clearTimeout(ending));
    },
  };
}
