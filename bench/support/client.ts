/** Calls the service under measurement over persistent connections, as clients do. */
import { Agent, request } from 'undici';
import type { ServiceProcess } from '#test/support/service.ts';

export interface TimedResponse {
  milliseconds: number;
  text: string;
}

/** A response that has not been decoded: decoding and parsing megabytes would delay other requests that are being timed. */
export interface RawResponse {
  milliseconds: number;
  chunks: Buffer[];
}

const agent = new Agent({ connections: 16, bodyTimeout: 0, headersTimeout: 0 });

/** Sends a request and reads the complete response; throws if its status is 300 or above. */
export async function call(
  service: Pick<ServiceProcess, 'url' | 'key'>,
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  options: { body?: unknown; key?: string } = {},
): Promise<TimedResponse> {
  const { milliseconds, chunks } = await rawCall(service, method, path, options);
  return { milliseconds, text: Buffer.concat(chunks).toString() };
}

/** Like `call`, but leaves the response unparsed. */
export async function rawCall(
  service: Pick<ServiceProcess, 'url' | 'key'>,
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  options: { body?: unknown; key?: string } = {},
): Promise<RawResponse> {
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

/** Verifies `content`; returns the response with the verification's id and number of claims. */
export async function verify(
  service: Pick<ServiceProcess, 'url' | 'key'>,
  content: string,
): Promise<TimedResponse & { id: string; claims: number }> {
  const response = await call(service, 'POST', '/v1/verifications', { body: { content } });
  const { result } = JSON.parse(response.text) as { result: { id: string; claims: unknown[] } };
  return { ...response, id: result.id, claims: result.claims.length };
}

/**
 * Creates API keys, because each may read only 60 times a minute. The creation of keys is limited too, so every 40 keys a new key
 * takes over.
 */
export async function createKeys(service: Pick<ServiceProcess, 'url' | 'key'>, count: number): Promise<string[]> {
  const keys: string[] = [];
  const body = { name: 'bench', scopes: ['verifications:read'], quota_per_hour: 100 };
  let creator = service.key;
  for (let made = 0; keys.length < count; made++) {
    if (made === 40) {
      const next = await call(service, 'POST', '/v1/api-keys', {
        key: creator,
        body: { ...body, scopes: CREATOR_SCOPES },
      });
      creator = (JSON.parse(next.text) as { secret: string }).secret;
      made = 0;
    }
    const response = await call(service, 'POST', '/v1/api-keys', { key: creator, body });
    keys.push((JSON.parse(response.text) as { secret: string }).secret);
  }
  return keys;
}

const CREATOR_SCOPES = ['verifications:read', 'keys:write'];
