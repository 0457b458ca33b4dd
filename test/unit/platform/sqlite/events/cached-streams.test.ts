import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AppendResult, EventStore, Position, RecordedEvent } from '#contracts/ports/event-store.ts';
import { cacheStreams } from '#platform/sqlite/events/cached-streams.ts';

/** A store that responds when the test says so. */
function heldStore() {
  const reads: { stream: string; answer(events: RecordedEvent[]): void; fail(error: Error): void }[] = [];
  const appends: { answer(): void }[] = [];
  const store = {
    readStream: (stream: string) =>
      new Promise<RecordedEvent[]>((answer, fail) => void reads.push({ stream, answer, fail })),
    append: () =>
      new Promise<AppendResult>((resolve) => {
        const answer = () => resolve({ outcome: 'appended', revision: 0, position: '1' as Position });
        appends.push({ answer });
      }),
  } as unknown as EventStore;
  return { store, reads, appends };
}

const events = (count: number) => new Array<RecordedEvent>(count).fill({ revision: 0 } as RecordedEvent);

test('a cached stream is read once, another one every time', async () => {
  const { store, reads } = heldStore();
  const caching = cacheStreams(store, ['key-']);
  const first = caching.readStream('key-1');
  reads[0]!.answer(events(1));
  assert.equal((await first).length, 1);
  assert.equal((await caching.readStream('key-1')).length, 1);
  void caching.readStream('other-1');
  void caching.readStream('other-1');
  void caching.readStream('key-1', { from: 1 });
  assert.deepEqual(
    reads.map(({ stream }) => stream),
    ['key-1', 'other-1', 'other-1', 'key-1'],
  );
});

test('an append drops the stream, and reads of it in progress', async () => {
  const { store, reads, appends } = heldStore();
  const caching = cacheStreams(store, ['key-']);
  const before = caching.readStream('key-1');
  const appended = caching.append('key-1', 0, []);
  const during = caching.readStream('key-1');
  reads[0]!.answer(events(1));
  reads[1]!.answer(events(1));
  await before;
  await during;
  appends[0]!.answer();
  await appended;
  const after = caching.readStream('key-1');
  assert.equal(reads.length, 3);
  reads[2]!.answer(events(2));
  assert.equal((await after).length, 2);
});

test('neither a failed read nor a long stream is cached', async () => {
  const { store, reads } = heldStore();
  const caching = cacheStreams(store, ['key-']);
  const failing = caching.readStream('key-1');
  reads[0]!.fail(new Error('down'));
  await assert.rejects(failing, /down/);
  const long = caching.readStream('key-1');
  reads[1]!.answer(events(101));
  await long;
  void caching.readStream('key-1');
  assert.equal(reads.length, 3);
});
