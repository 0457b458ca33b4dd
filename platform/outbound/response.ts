/** Common handling of responses: reads headers and bodies within bounds, or discards the body. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import { readBody } from './page-body.ts';

/** The first value of a header; `name` in lower case. */
export function headerOf(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}

/** Returns the decompressed body. If reading fails, the body is discarded. Throws as `readBody` does. */
export async function readResponse(response: Dispatcher.ResponseData, maxBytes: number): Promise<Buffer> {
  try {
    return await readBody(response.body, headerOf(response.headers, 'content-encoding'), maxBytes);
  } catch (error) {
    discard(response);
    throw error;
  }
}

/** Discards the body and closes its connection: reading on would let the server decide how much. */
export function discard(response: Dispatcher.ResponseData): void {
  response.body.on('error', () => {}).destroy();
}

/** Returns undefined if the bytes are not JSON. */
export function parsedJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}
