/**
 * A proxy on loopback that lets one client make more calls than a key allows: it replaces the client's key by others in
 * turn, each for fewer calls than its limit per minute. Everything else, including other credentials, is passed on
 * unchanged.
 */
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface KeyChanger {
  url: string;
  /** Requests so far with the client's key, by status. */
  statuses: ReadonlyMap<number, number>;
  close(): Promise<void>;
}

export interface KeyChangerSettings {
  /** URL of the service. */
  target: string;
  /** The key that the client sends; unknown to the service. */
  clientKey: string;
  /** The keys that replace it, in turn. */
  keys: readonly string[];
  /** Number of calls with each key. */
  callsOfAKey: number;
}

/** Opens the proxy on a free port. */
export async function openKeyChanger(settings: KeyChangerSettings): Promise<KeyChanger> {
  const { target, clientKey, keys, callsOfAKey } = settings;
  const agent = new Agent({ keepAlive: true });
  const statuses = new Map<number, number>();
  let calls = 0;

  const nextKey = () => keys[Math.floor(calls++ / callsOfAKey) % keys.length]!;

  function pass(incoming: IncomingMessage, answer: ServerResponse): void {
    const { method, url: path, headers } = incoming;
    const own = headers.authorization === `Bearer ${clientKey}`;
    const sent = own ? { ...headers, authorization: `Bearer ${nextKey()}` } : headers;
    const outgoing = request(target, { method, path, headers: sent, agent }, (from) => {
      const status = from.statusCode ?? 0;
      if (own) statuses.set(status, (statuses.get(status) ?? 0) + 1);
      answer.writeHead(status, from.rawHeaders);
      from.pipe(answer);
    });
    outgoing.on('error', () => answer.destroy());
    incoming.pipe(outgoing);
  }

  const server = createServer(pass);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    statuses,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      agent.destroy();
    },
  };
}
