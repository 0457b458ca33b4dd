/** A completion as server-sent events: the whole text at once, then its verification when that has ended. */
import { systemTimers } from '#common/time.ts';
import type { ChatCompletionChunk, ChatVerification } from '#contracts/http/chat.ts';
import type { Timers } from '#contracts/ports/clock.ts';
import { jsonPieces } from '#http/json-stream.ts';
import { type CompletionText, completionChunk, verificationChunk } from './response.ts';

export const EVENT_STREAM_HEADERS = { 'content-type': 'text/event-stream; charset=utf-8' };

/** Proxies close connections that are silent for a minute, some after 30 seconds. */
const KEEP_ALIVE_MS = 15_000;

export interface StreamedCompletion {
  text: CompletionText;
  /** Never rejects. */
  verification: Promise<ChatVerification>;
  /** Awaited before the stream shows its end. */
  beforeEnd(): Promise<void>;
  timers?: Timers;
}

export async function* eventStream(completion: StreamedCompletion): AsyncGenerator<Uint8Array> {
  const { text, verification, beforeEnd, timers = systemTimers } = completion;
  yield* event('completion', completionChunk(text));
  while (!(await endsWithin(verification, KEEP_ALIVE_MS, timers))) yield encode(': keep-alive\n\n');
  yield* event('verification', verificationChunk(text, await verification));
  await beforeEnd();
  yield encode('data: [DONE]\n\n');
}

async function* event(name: string, chunk: ChatCompletionChunk): AsyncGenerator<Uint8Array> {
  yield encode(`event: ${name}\ndata: `);
  for await (const piece of jsonPieces(chunk)) yield encode(piece);
  yield encode('\n\n');
}

function encode(text: string): Uint8Array {
  return Buffer.from(text);
}

async function endsWithin(work: Promise<unknown>, ms: number, timers: Timers): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const cancel = timers.after(ms, () => resolve(false));
  try {
    return await Promise.race([work.then(() => true), promise]);
  } finally {
    cancel();
  }
}
