/** Reads with a time limit. */
import type { StreamingRead } from '@eventstore/db-client';
import type { Resolved } from './recorded.ts';

const NUMBER_BYTES = 8;

/** Nothing arrived within the time limit. */
export class SilenceError extends Error {
  constructor(timeoutMs: number) {
    super(`no answer within ${timeoutMs} ms`);
    this.name = 'SilenceError';
  }
}

/**
 * Passes each event to `take` until that returns false. Rejects when nothing arrives for `timeoutMs`, as the client
 * sets no deadline on reads. The call is always cancelled, as an open one counts against the connection's streams; what
 * still arrives is discarded, as a call that is not read never ends.
 */
export async function readEach<T extends Resolved>(
  reading: StreamingRead<T>,
  timeoutMs: number,
  take: (resolved: T) => boolean,
): Promise<void> {
  // An error after the iteration has ended has no other listener.
  reading.on('error', () => {});
  const silent = setTimeout(() => reading.emit('error', new SilenceError(timeoutMs)), timeoutMs);
  try {
    for await (const resolved of reading.iterator({ destroyOnReturn: false })) {
      silent.refresh();
      if (!take(resolved as T)) return;
    }
  } finally {
    clearTimeout(silent);
    reading.cancel().catch(() => {});
    reading.resume();
  }
}

/** The approximate size of an event's data in bytes, for bounding pages. */
export function weight(resolved: Resolved): number {
  let sum = 0;
  // Not recursive, as foreign data may be nested deeper than the stack allows.
  const parts: unknown[] = [resolved.event?.data];
  while (parts.length > 0) {
    const part = parts.pop();
    if (typeof part === 'string' || part instanceof Uint8Array) sum += part.length;
    else if (typeof part === 'object' && part !== null) for (const inner of Object.values(part)) parts.push(inner);
    else sum += NUMBER_BYTES;
  }
  return sum;
}
