import assert from 'node:assert/strict';
import { test } from 'node:test';
import { processorLimit } from '#platform/engine-pool/call-limits.ts';
import type { EngineCall } from '#platform/engine-pool/worker-calls.ts';

const limitOf = (method: EngineCall['method'], characters: number) =>
  processorLimit({ method, args: 'x'.repeat(characters) }, 20_000);

test('the time that a call may take grows with its size, up to a limit', () => {
  assert.ok(limitOf('extract', 100) < limitOf('extract', 10_000));
  assert.equal(limitOf('extract', 3_000_000), 20_000);
});

test('a short text may not take as long as a long one', () => {
  assert.ok(limitOf('extract', 4_020) < 3_000);
  assert.ok(limitOf('extract', 100_000) > 10_000);
});

test('a page may take less per character than a text', () => {
  assert.ok(limitOf('readable', 100_000) < limitOf('extract', 100_000));
});
