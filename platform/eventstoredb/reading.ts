/** Reads of bounded size, each of which ends. */
import type { StreamingRead } from '@eventstore/db-client';
import type { Resolved } from './recorded.ts';

const NUMBER_BYTES = 8;

/**
 * Hands what comes to `take` until that says false. Rejects when nothing comes for `timeoutMs`: the client puts no
 * deadline on reads. The call is ended whatever happens: one left open counts against the connection's streams, and
 * what it still brings is taken and thrown away, since a call that nobody reads never ends.
 */
export async function readEach<T extends Resolved>(
  reading: StreamingRead<T>,
  timeoutMs: number,
  take: (resolved: T) => boolean,
): Promise<void> {
  // An error after the reading was left has no other listener.
  reading.on('error', () => {});
  const silent = setTimeout(() => reading.emit('error', new Error(`no answer within ${timeoutMs} ms`)), timeoutMs);
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

/** About how many bytes the data of an event takes; for bounding pages only. */
export function weight(resolved: Resolved): number {
  let sum = 0;
  // Not recursive: what others wrote may be nested deeper than the stack.
  const parts: unknown[] = [resolved.event?.data];
  while (parts.length > 0) {
    const part = parts.pop();
    if (typeof part === 'string' || part instanceof Uint8Array) sum += part.length;
    else if (typeof part === 'object' && part !== null) for (const inner of Object.values(part)) parts.push(inner);
    else sum += NUMBER_BYTES;
  }
  return sum;
}
