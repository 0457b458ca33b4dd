/**
 * A proxy on loopback that lets one client make more calls than a key may: for the client's key it sends one that it
 * changes before the limit per minute is reached. Whatever else comes, other credentials included, it passes on as it is.
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
  /** Where the service is. */
  target: string;
  /** What the client sends; no key of the service. */
  clientKey: string;
  /** Makes the next key. */
  nextKey(): Promise<string>;
  /** How many calls are made with each. */
  callsOfAKey: number;
}

/** Opens the proxy on a free port. */
export async function openKeyChanger(settings: KeyChangerSettings): Promise<KeyChanger> {
  const { target, clientKey, nextKey, callsOfAKey } = settings;
  const agent = new Agent({ keepAlive: true });
  const statuses = new Map<number, number>();
  let calls = 0;
  let key = nextKey();

  /** Calls that come while a key is made wait for it. */
  function currentKey(): Promise<string> {
    if (++calls % callsOfAKey === 0) key = nextKey();
    return key;
  }

  async function pass(incoming: IncomingMessage, answer: ServerResponse): Promise<void> {
    const { method, url: path, headers } = incoming;
    const own = headers.authorization === `Bearer ${clientKey}`;
    const sent = own ? { ...headers, authorization: `Bearer ${await currentKey()}` } : headers;
    const outgoing = request(target, { method, path, headers: sent, agent }, (from) => {
      const status = from.statusCode ?? 0;
      if (own) statuses.set(status, (statuses.get(status) ?? 0) + 1);
      answer.writeHead(status, from.rawHeaders);
      from.pipe(answer);
    });
    outgoing.on('error', () => answer.destroy());
    incoming.pipe(outgoing);
  }

  const server = createServer((incoming, answer) => void pass(incoming, answer).catch(() => answer.destroy()));
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
