import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ReadStreamOptions, RecordedEvent } from '#contracts/ports/event-store.ts';
import { readInPages } from '#streams/read-in-pages.ts';

for (const events of [0, 1, 199, 200, 201, 1_000]) {
  test(`a stream of ${events} events is read whole, in order, and never many at a time`, async () => {
    const reads: number[] = [];
    const readStream = async (
      _stream: string,
      { from = 0, limit = Number.POSITIVE_INFINITY }: ReadStreamOptions = {},
    ) => {
      const last = Math.min(events, from + limit);
      reads.push(last - from);
      return Array.from({ length: last - from }, (_, i) => ({ revision: from + i }) as RecordedEvent);
    };
    const read = (await Array.fromAsync(readInPages({ readStream }, 'verification-1'))).flat();
    assert.deepEqual(
      read.map(({ revision }) => revision),
      Array.from({ length: events }, (_, i) => i),
    );
    assert.ok(Math.max(...reads) <= 200);
  });
}
