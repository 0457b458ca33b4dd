/** A model's server on loopback, in the format of a provider; tests script its answers and failures. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { type Format, isRefusal, type Lacking, type Said, type Understood } from './format.ts';

/** What happens to one request instead of an answer. */
export type Trouble =
  | { status: number; headers?: Record<string, string> }
  | 'stall'
  | 'stalls_in_body'
  | 'hangs_up'
  | 'broken_json'
  | 'truncated'
  | 'huge'
  | 'redirect'
  | 'strange_form';

export interface ModelServerOptions {
  format: Format;
  /** Below which path the format is served. */
  base?: string;
  /** The credential it requires; undefined: none. */
  credential?: string | undefined;
  lacking?: readonly Lacking[];
  says?: (understood: Understood) => Said;
  /** How long each answer takes, in milliseconds. */
  takes?: number;
}

export interface ArrivedRequest {
  path: string;
  body: string;
  headers: IncomingMessage['headers'];
  understood: Understood | null;
  /** When it arrived, in milliseconds since the Unix epoch. */
  at: number;
}

export interface ModelServer {
  /** Base URL, without a slash at its end. */
  url: string;
  /** Requests in order of arrival; those that were refused have no `understood`. */
  requests: ArrivedRequest[];
  /** Answers wait for it. */
  held: Promise<unknown>;
  /** Happens to the next requests, one each, before answers come again. */
  trouble(...next: Trouble[]): void;
  says: (understood: Understood) => Said;
  close(): Promise<void>;
}

const HUGE_BYTES = 4_000_000;

export async function openModelServer(options: ModelServerOptions): Promise<ModelServer> {
  const { format, base = '/v1', credential, lacking = [], takes = 0 } = options;
  const troubles: Trouble[] = [];
  const requests: ModelServer['requests'] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    const path = (request.url ?? '').slice(base.length);
    const entry: ArrivedRequest = { path, body: text, headers: request.headers, understood: null, at: Date.now() };
    requests.push(entry);
    await double.held;
    if (takes > 0) await delay(takes);
    const trouble = troubles.shift();
    if (trouble !== undefined) {
      makeTrouble(format, trouble, response);
      return;
    }
    const headers = request.headers as Record<string, string | undefined>;
    if (credential !== undefined && format.credentialOf(headers) !== credential) {
      sendError(response, 401, format);
      return;
    }
    const understood = format.understand(path, JSON.parse(text), new Set(lacking));
    if (isRefusal(understood)) {
      send(response, understood.status, understood.body);
      return;
    }
    entry.understood = understood;
    send(response, 200, format.answer(understood, double.says(understood)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const double: ModelServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${base}`,
    requests,
    held: Promise.resolve(),
    trouble: (...next) => void troubles.push(...next),
    says: options.says ?? (() => ({ text: '{"word":"fine"}' })),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return double;
}

function send(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text);
}

function sendError(response: ServerResponse, status: number, format: Format, headers = {}): void {
  const body = format.error(status) as { error?: { code?: unknown } };
  // Google says in the body what its status is.
  send(response, typeof body.error?.code === 'number' ? body.error.code : status, body, headers);
}

function makeTrouble(format: Format, trouble: Trouble, response: ServerResponse): void {
  const understood: Understood = {
    prompt: '',
    model: 'm',
    form: 'none',
    wantsFirstToken: false,
    maxTokens: 1,
    temperature: null,
    speakers: [],
  };
  const answer = JSON.stringify(format.answer(understood, { text: 'fine' }));
  const json = { 'content-type': 'application/json' };
  if (typeof trouble === 'object') sendError(response, trouble.status, format, trouble.headers);
  else if (trouble === 'stalls_in_body') response.writeHead(200, json).write(answer.slice(0, 20));
  else if (trouble === 'hangs_up') response.destroy();
  else if (trouble === 'broken_json') send(response, 200, `${answer.slice(0, -3)}]]`);
  else if (trouble === 'truncated') {
    response.writeHead(200, { ...json, 'content-length': answer.length });
    response.write(answer.slice(0, -10), () => response.destroy());
  } else if (trouble === 'huge') send(response, 200, format.answer(understood, { text: 'x'.repeat(HUGE_BYTES) }));
  else if (trouble === 'redirect') response.writeHead(307, { location: 'http://127.0.0.1:1/elsewhere' }).end();
  else if (trouble === 'strange_form') send(response, 200, '{"choices": 3, "content": "x", "candidates": {}}');
  // What stalls is never answered.
}
