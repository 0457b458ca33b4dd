import assert from 'node:assert/strict';
import { test } from 'node:test';
import { START } from '#contracts/ports/event-store.ts';
import type { ClaimState } from '#domain/verification/state.ts';
import { initialState } from '#domain/verification/state.ts';
import { createHandOver } from '#streams/hand-over.ts';
import { createOpenedDetails } from '#streams/opened-details.ts';

function loaded(revision: number, claims = 0) {
  const many = Array.from({ length: claims }, (_, i) => [`clm_${i}`, {} as ClaimState] as const);
  return {
    state: { ...initialState(), claims: new Map(many) },
    revision,
    position: START,
    details: createOpenedDetails(100),
    key: new Uint8Array(32),
  };
}

test('returns a stream once', () => {
  const handOver = createHandOver();
  const left = loaded(7);
  handOver.leave('verification-1', left);
  assert.equal(handOver.take('verification-2', 7), null);
  assert.equal(handOver.take('verification-1', 7), left);
  assert.equal(handOver.take('verification-1', 7), null);
});

test('returns null for a stream that ends before the requested revision', () => {
  const handOver = createHandOver();
  handOver.leave('verification-1', loaded(7));
  assert.equal(handOver.take('verification-1', 8), null);
  handOver.leave('verification-1', { ...loaded(0), revision: 'no_stream' });
  assert.equal(handOver.take('verification-1', 0), null);
});

test('evicts the oldest stream when the cache is full', () => {
  const handOver = createHandOver();
  handOver.leave('verification-1', loaded(900, 1_000));
  handOver.leave('verification-2', loaded(900, 1_000));
  assert.equal(handOver.take('verification-1', 900), null);
  assert.notEqual(handOver.take('verification-2', 900), null);
});

test('does not return a dropped stream', () => {
  const handOver = createHandOver();
  handOver.leave('verification-1', loaded(7));
  handOver.drop('verification-1');
  assert.equal(handOver.take('verification-1', 7), null);
});
