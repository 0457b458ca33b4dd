/** A public database on loopback; tests script its failures. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Answered, Database, DatabaseRequest } from './database.ts';

/** What happens to one request instead of an answer. */
export type DatabaseTrouble =
  | 'rate_limited'
  | 'html'
  | 'broken'
  | 'strange_form'
  | 'huge'
  | 'stall'
  | 'hangs_up'
  | 'redirect'
  | { answer: unknown }
  | { status: number };

export interface DatabaseServer {
  /** Base URL, without a slash at its end. */
  url: string;
  /** Requests in order of arrival, refused ones included. */
  requests: DatabaseRequest[];
  /** Most requests that were under way at once. */
  mostAtOnce: number;
  /** Answers wait for it. */
  held: Promise<unknown>;
  /** Happens to the next requests, one each, before answers come again. */
  trouble(...next: DatabaseTrouble[]): void;
  close(): Promise<void>;
}

export interface DatabaseServerOptions {
  database: Database;
  /** Below which path it is served. */
  base?: string;
  /** After so many requests it refuses further ones, as databases do when too many come in too short a time. */
  allowance?: number;
}

const HUGE_BYTES = 12_000_000;
const HTML = '<!doctype html><title>A moment</title><p>One moment, please.</p>';

const ODD: Readonly<Record<string, Answered>> = {
  html: { status: 200, body: HTML, type: 'text/html' },
  broken: { status: 200, body: '{"message": {"items": [', type: 'application/json' },
  strange_form: { status: 200, body: { status: 'ok', message: 3, results: 'many', hits: {}, studies: null } },
  huge: { status: 200, body: { padding: 'x'.repeat(HUGE_BYTES) } },
};

export async function openDatabaseServer(options: DatabaseServerOptions): Promise<DatabaseServer> {
  const { database, base = '/base', allowance = Number.POSITIVE_INFINITY } = options;
  const troubles: DatabaseTrouble[] = [];
  let underWay = 0;

  const listener = createServer(async (message, response) => {
    const url = new URL(message.url ?? '/', 'http://database');
    const request: DatabaseRequest = {
      method: message.method ?? '',
      path: url.pathname.slice(base.length),
      query: url.searchParams,
      headers: message.headers as DatabaseRequest['headers'],
    };
    message.resume();
    server.requests.push(request);
    server.mostAtOnce = Math.max(server.mostAtOnce, ++underWay);
    response.once('close', () => underWay--);
    await server.held;
    const trouble = troubles.shift();
    if (trouble !== undefined) makeTrouble(trouble, database, response);
    else if (!url.pathname.startsWith(`${base}/`)) send(response, { status: 404, body: HTML, type: 'text/html' });
    else if (request.method !== 'GET') send(response, { status: 405, body: HTML, type: 'text/html' });
    else send(response, server.requests.length > allowance ? database.rateLimited() : database.answer(request));
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));

  const server: DatabaseServer = {
    url: `http://127.0.0.1:${(listener.address() as AddressInfo).port}${base}`,
    requests: [],
    mostAtOnce: 0,
    held: Promise.resolve(),
    trouble: (...next) => void troubles.push(...next),
    close: () =>
      new Promise((resolve) => {
        listener.close(() => resolve());
        listener.closeAllConnections();
      }),
  };
  return server;
}

function makeTrouble(trouble: DatabaseTrouble, database: Database, response: ServerResponse): void {
  if (trouble === 'rate_limited') send(response, database.rateLimited());
  else if (trouble === 'hangs_up') response.destroy();
  else if (trouble === 'redirect') response.writeHead(302, { location: 'http://127.0.0.1:1/elsewhere' }).end();
  else if (trouble === 'stall')
    return; // never answered
  else if (typeof trouble === 'string') send(response, ODD[trouble]!);
  else if ('status' in trouble) send(response, { status: trouble.status, body: HTML, type: 'text/html' });
  else send(response, { status: 200, body: JSON.stringify(trouble.answer), type: 'application/json' });
}

function send(response: ServerResponse, { status, body, type, headers }: Answered): void {
  const isText = typeof body === 'string';
  const mediaType = type ?? (isText ? 'text/plain; charset=utf-8' : 'application/json');
  response.writeHead(status, { 'content-type': mediaType, ...headers }).end(isText ? body : JSON.stringify(body));
}
