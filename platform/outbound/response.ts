/** What all requests do with a response: read its headers and its body within bounds, or drop it. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import { readBody } from './page-body.ts';

/** The first value of a header; `name` in lower case. */
export function headerOf(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}

/** The decompressed body. Where reading it fails, it is dropped. Throws as `readBody` does. */
export async function readResponse(response: Dispatcher.ResponseData, maxBytes: number): Promise<Buffer> {
  try {
    return await readBody(response.body, headerOf(response.headers, 'content-encoding'), maxBytes);
  } catch (error) {
    discard(response);
    throw error;
  }
}

/** Drops the body and its connection: to read on would let the server decide how much. */
export function discard(response: Dispatcher.ResponseData): void {
  response.body.on('error', () => {}).destroy();
}

/** Undefined where the bytes are no JSON. */
export function parsedJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}
