/** A web server whose pages are costly to read, or slow to come. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

const MEBIBYTE = 1024 * 1024;
const SLOW_MS = 8_000;

const QUICK =
  '<html><head><title>Station</title></head><body><article><p>The station has 18 turbines. ' +
  'Each turbine has a diameter of nine metres.</p></article></body></html>';

/** By the first part of the path; whatever follows makes it another page. */
const PAGES: Record<string, () => string> = {
  quick: () => QUICK,
  slow: () => QUICK,
  foreign: () => nested('<svg><g>'),
  deep: () => nested('<div>'),
  cells: () => nested('<table><tr><td>'),
  attributes: () => `<div ${'a=b '.repeat(MEBIBYTE / 4)}>x</div>`,
};

/** 5 KB that are five megabytes of one byte, in a character set that takes a decoder a second of that. */
const COSTLY_CHARSET = gzipSync(Buffer.alloc(4_900_000, 0x8f));

export const HOSTILE_PAGES = ['foreign', 'deep', 'cells', 'attributes'] as const;

export interface PageServer {
  /** host:port, for EVIDENCE_ALLOW_HOSTS. */
  host: string;
  url(kind: keyof typeof PAGES | 'charset', number: number): string;
  close(): void;
}

export async function servePages(): Promise<PageServer> {
  const server = createServer((request, response) => {
    const kind = request.url?.split('/')[1] ?? '';
    const answer = () => response.setHeader('content-type', 'text/html').end(PAGES[kind]?.() ?? '');
    if (kind === 'charset') {
      response.setHeader('content-encoding', 'gzip');
      response.setHeader('content-type', 'text/html; charset=euc-jp').end(COSTLY_CHARSET);
    } else if (kind === 'slow') setTimeout(answer, SLOW_MS).unref();
    else answer();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    host,
    url: (kind, number) => `http://${host}/${kind}/${number}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function nested(tags: string): string {
  return `<html><body>${tags.repeat(Math.floor(MEBIBYTE / tags.length))}The station has 24 turbines.`;
}
