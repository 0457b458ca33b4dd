/** A provider of web search on loopback: finds the pages that it was given; tests script its failures. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { type IndexedPage, indexPages } from './page-index.ts';
import { type Refusal, type Refused, SEARCH_FORMATS, type SearchRequest } from './search-formats.ts';

/** What happens to one request instead of an answer. `no_json`: SearXNG with its JSON format switched off. */
export type SearchTrouble =
  | Refusal
  | 'no_json'
  | 'html'
  | 'broken_json'
  | 'strange_form'
  | 'huge'
  | 'stall'
  | 'hangs_up'
  | 'redirect'
  | { answer: unknown };

export interface SearchServerOptions {
  provider: keyof typeof SEARCH_FORMATS;
  pages: readonly IndexedPage[];
  /** The credential that it requires; undefined: none. */
  credential?: string;
  /** Below which path the format is served. */
  base?: string;
  /** How long each answer takes, in milliseconds. */
  takes?: number;
}

export interface SearchServer {
  /** Base URL, without a slash at its end. */
  url: string;
  /** Requests in order of arrival, refused ones included. */
  requests: SearchRequest[];
  /** Happens to the next requests, one each, before answers come again. */
  trouble(...next: SearchTrouble[]): void;
  close(): Promise<void>;
}

const HUGE_BYTES = 12_000_000;
const HTML = '<!doctype html><title>A moment</title><p>One moment, please.</p>';

const ODD = {
  no_json: { status: 403, body: HTML },
  html: { status: 200, body: HTML },
  broken_json: { status: 200, body: '{"results": [', headers: { 'content-type': 'application/json' } },
  strange_form: { status: 200, body: { type: 'search', web: 3, results: 'many', organic: {} } },
  huge: { status: 200, body: { results: [], padding: 'x'.repeat(HUGE_BYTES) } },
} satisfies Record<string, Refused>;

export async function openSearchServer(options: SearchServerOptions): Promise<SearchServer> {
  const { provider, pages, credential, base = '', takes = 0 } = options;
  const format = SEARCH_FORMATS[provider];
  const index = indexPages(pages);
  const troubles: SearchTrouble[] = [];
  const requests: SearchRequest[] = [];

  const server = createServer(async (message, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of message) chunks.push(chunk as Buffer);
    const url = new URL(message.url ?? '/', 'http://provider');
    const request: SearchRequest = {
      method: message.method ?? '',
      path: url.pathname.slice(base.length),
      query: url.searchParams,
      headers: message.headers as Record<string, string | undefined>,
      body: parsed(Buffer.concat(chunks).toString()),
    };
    requests.push(request);
    if (takes > 0) await delay(takes);
    const trouble = troubles.shift();
    if (trouble !== undefined) {
      makeTrouble(trouble, response);
      return;
    }
    const { status, headers, body } = answerTo(request, url.pathname.startsWith(base));
    send(response, status, body, headers);
  });

  function answerTo(request: SearchRequest, isBelowBase: boolean): Refused {
    if (!isBelowBase || request.method !== format.method || request.path !== format.path) {
      return { status: 404, body: HTML };
    }
    if (credential !== undefined && format.credentialOf(request.headers) !== credential) {
      return format.refuse('bad_credential');
    }
    const asked = format.asked(request);
    if (asked === null) return format.refuse('bad_request');
    return { status: 200, body: format.answer(asked, index.find(asked.query, asked.limit)) };
  }

  function makeTrouble(trouble: SearchTrouble, response: ServerResponse): void {
    if (typeof trouble === 'object') send(response, 200, trouble.answer);
    else if (trouble === 'hangs_up') response.destroy();
    else if (trouble === 'redirect') response.writeHead(302, { location: 'http://127.0.0.1:1/elsewhere' }).end();
    else if (trouble !== 'stall') {
      const { status, headers, body }: Refused = isOdd(trouble) ? ODD[trouble] : format.refuse(trouble);
      send(response, status, body, headers);
    }
    // What stalls is never answered.
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${base}`,
    requests,
    trouble: (...next) => void troubles.push(...next),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function isOdd(trouble: Exclude<SearchTrouble, object>): trouble is keyof typeof ODD {
  return trouble in ODD;
}

/** Text is sent as HTML unless the headers say otherwise. */
function send(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  const isText = typeof body === 'string';
  const type = isText ? 'text/html; charset=utf-8' : 'application/json';
  response.writeHead(status, { 'content-type': type, ...headers }).end(isText ? body : JSON.stringify(body));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
