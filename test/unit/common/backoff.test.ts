import assert from 'node:assert/strict';
import { test } from 'node:test';
import { backoffDelay } from '#common/backoff.ts';

test('delays double from the first failure on, up to the longest', () => {
  const delays = [1, 2, 3, 4, 5, 2_000].map((failures) => backoffDelay({ base_ms: 100, max_ms: 1_000 }, failures));
  assert.deepEqual(delays, [100, 200, 400, 800, 1_000, 1_000]);
});

test('the random part shortens a delay', () => {
  const backoff = { base_ms: 100, max_ms: 1_000, jitter: 0.5 };
  assert.equal(backoffDelay(backoff, 2, 0), 200);
  assert.equal(backoffDelay(backoff, 2, 0.5), 150);
  for (let i = 0; i < 100; i++) {
    const delay = backoffDelay(backoff, 2);
    assert.ok(delay >= 100 && delay <= 200, String(delay));
  }
});
