/** Sites of the web on loopback: pages by their path, a robots.txt only where one is given. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A body with its media type, or what writes a response of its own. */
export type ServedPage =
  | { type: string; body: string | Uint8Array; headers?: Record<string, string> }
  | ((response: ServerResponse) => void);

export interface PageServer {
  /** "127.0.0.1:PORT", as EVIDENCE_ALLOW_HOSTS takes it. */
  host: string;
  port: number;
  /** Paths in order of their requests. */
  requests: string[];
  close(): Promise<void>;
}

/** @param pages by path, from its slash on; all other paths answer 404. They may be added to later. */
export async function openPageServer(pages: ReadonlyMap<string, ServedPage>): Promise<PageServer> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://site');
    requests.push(pathname);
    const page = pages.get(pathname);
    if (page === undefined) response.writeHead(404, { 'content-type': 'text/html' }).end('<p>Not found');
    else if (typeof page === 'function') page(response);
    else response.writeHead(200, { 'content-type': page.type, ...page.headers }).end(page.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    host: `127.0.0.1:${port}`,
    port,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
