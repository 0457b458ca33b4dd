/** Common handling of responses: reads headers and bodies within bounds, or discards the body. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import { Turn } from '#common/turns.ts';
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

/** Bytes that are looked at or decoded at a time, which takes a millisecond or two, whatever they are. */
const BYTES_AT_A_TIME = 128 * 1_024;
/**
 * Commas, colons and opening brackets of a JSON document: parsing can't be done in pieces, and takes up to a quarter of a
 * microsecond for each. Ordinary records have one for every ten bytes or so, prose far fewer.
 */
const MOST_MARKS = 200_000;
const MARKS: ReadonlySet<number> = new Set([...',:[{'].map((mark) => mark.charCodeAt(0)));

/** Returns undefined if the bytes are not JSON, or JSON of so many values that parsing it would hold up others. */
export async function parsedJson(bytes: Buffer): Promise<unknown> {
  if (await hasMoreMarks(bytes, MOST_MARKS)) return undefined;
  const text = await decodedInTurns(bytes);
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The bytes as UTF-8. */
export async function decodedInTurns(bytes: Buffer): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  const turn = new Turn();
  for (let at = 0; at < bytes.length; at += BYTES_AT_A_TIME) {
    if (turn.isOver) await turn.next();
    text += decoder.decode(bytes.subarray(at, at + BYTES_AT_A_TIME), { stream: true });
  }
  return text + decoder.decode();
}

async function hasMoreMarks(bytes: Buffer, most: number): Promise<boolean> {
  if (bytes.length <= most) return false;
  let marks = 0;
  const turn = new Turn();
  for (let at = 0; at < bytes.length; at += BYTES_AT_A_TIME) {
    if (turn.isOver) await turn.next();
    for (const byte of bytes.subarray(at, at + BYTES_AT_A_TIME)) if (MARKS.has(byte)) marks++;
    if (marks > most) return true;
  }
  return false;
}
