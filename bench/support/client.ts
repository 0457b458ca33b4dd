/** Talking to the service under measurement over connections that stay open, as clients do. */
import { Agent, request } from 'undici';
import type { ServiceProcess } from '#test/support/service.ts';

export interface Answer {
  milliseconds: number;
  text: string;
}

/** An answer that is not looked at yet: doing so with megabytes would hold up what else is being timed. */
export interface RawAnswer {
  milliseconds: number;
  chunks: Buffer[];
}

const agent = new Agent({ connections: 16, bodyTimeout: 0, headersTimeout: 0 });

/** Sends and reads the whole answer; throws unless it is a 2xx. */
export async function call(
  service: Pick<ServiceProcess, 'url' | 'key'>,
  method: 'GET' | 'POST',
  path: string,
  options: { body?: unknown; key?: string } = {},
): Promise<Answer> {
  const { milliseconds, chunks } = await rawCall(service, method, path, options);
  return { milliseconds, text: Buffer.concat(chunks).toString() };
}

/** The same, the answer left as it came. */
export async function rawCall(
  service: Pick<ServiceProcess, 'url' | 'key'>,
  method: 'GET' | 'POST',
  path: string,
  options: { body?: unknown; key?: string } = {},
): Promise<RawAnswer> {
  const started = performance.now();
  const response = await request(service.url + path, {
    method,
    dispatcher: agent,
    headers: {
      authorization: `Bearer ${options.key ?? service.key}`,
      ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
  });
  const chunks: Buffer[] = [];
  for await (const chunk of response.body) chunks.push(chunk as Buffer);
  const milliseconds = performance.now() - started;
  if (response.statusCode >= 300) {
    throw new Error(`${method} ${path}: ${response.statusCode} ${Buffer.concat(chunks).toString().slice(0, 300)}`);
  }
  return { milliseconds, chunks };
}

/** Verifies `content`; answers the id with the answer's times. */
export async function verify(
  service: Pick<ServiceProcess, 'url' | 'key'>,
  content: string,
): Promise<Answer & { id: string; claims: number }> {
  const answer = await call(service, 'POST', '/v1/verifications', { body: { content } });
  const { result } = JSON.parse(answer.text) as { result: { id: string; claims: unknown[] } };
  return { ...answer, id: result.id, claims: result.claims.length };
}

/** As many API keys: each may read 60 times a minute. Making them is itself counted, so they are made in turns. */
export async function createKeys(service: Pick<ServiceProcess, 'url' | 'key'>, count: number): Promise<string[]> {
  const keys: string[] = [];
  const body = { name: 'bench', scopes: ['verifications:read'], quota_per_hour: 100 };
  let maker = service.key;
  for (let made = 0; keys.length < count; made++) {
    if (made === 40) {
      const next = await call(service, 'POST', '/v1/api-keys', {
        key: maker,
        body: { ...body, scopes: MAKER_SCOPES },
      });
      maker = (JSON.parse(next.text) as { secret: string }).secret;
      made = 0;
    }
    const answer = await call(service, 'POST', '/v1/api-keys', { key: maker, body });
    keys.push((JSON.parse(answer.text) as { secret: string }).secret);
  }
  return keys;
}

const MAKER_SCOPES = ['verifications:read', 'keys:write'];
