/** Watching by looking again: how often it looks, and what it tells. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changes } from '#query-api/watch.ts';

test('changes are told once each, at least a second apart', async () => {
  const versions = ['a', 'a', 'a', 'b', 'a'];
  const pauses: number[] = [];
  const ending = new AbortController();
  const timers = {
    after(delay_ms: number, callback: () => void) {
      pauses.push(delay_ms);
      setImmediate(versions.length === 0 ? () => ending.abort() : callback);
      return () => {};
    },
  };
  const told: string[] = [];
  const look = async () => ({ version: versions.shift()! });
  for await (const { version } of changes(look, { signal: ending.signal, timers })) told.push(version);
  assert.deepEqual(told, ['a', 'b', 'a']);
  assert.deepEqual(pauses, [1_000, 500, 500, 1_000, 1_000]);
});
