import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { retryDelay } from '#platform/events/stage-message.ts';
import fc from '#test/support/property.ts';

describe('the delay before a retry', () => {
  const policy = { max_attempts: 9, base_delay_ms: 500, max_delay_ms: 4_000 };

  it('doubles up to the longest', () => {
    assert.deepEqual(
      [1, 2, 3, 4, 5, 2_000].map((attempt) => retryDelay(policy, attempt, 0)),
      [500, 1_000, 2_000, 4_000, 4_000, 4_000],
    );
  });

  it('is shortened by a fifth at most', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 50 }), fc.double({ min: 0, max: 1, noNaN: true }), (attempt, random) => {
        const full = retryDelay(policy, attempt, 0);
        const delay = retryDelay(policy, attempt, random);
        assert.ok(delay <= full && delay >= full * 0.8 && Number.isInteger(delay));
      }),
    );
  });
});
