import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { assembleResult } from '#domain/verification/result.ts';
import { assembleInTurns } from '#streams/assemble-in-turns.ts';
import { createHistory, open, SHREDDED } from '#test/support/verification-history.ts';

test('returns what assembleResult returns', async () => {
  const { head, claims } = createHistory({ claims: [{ start: 5 }, { start: 1 }, {}] }).run().state;
  assert.deepEqual(await assembleInTurns(head, claims.values(), open), assembleResult(head, claims.values(), open));
});

test('throws what assembleResult throws', async () => {
  const { head, claims } = createHistory().run().state;
  await assert.rejects(assembleInTurns(head, claims.values(), SHREDDED), { code: 'verification_expired' });
});

test('yields to the event loop while it works on many claims', async () => {
  const { head, claims } = createHistory({ claims: Array.from({ length: 40 }, () => ({})) }).run().state;
  const slow: typeof open = {
    ...open,
    detail(...sealed) {
      // Two such waits use up a turn. The real clock is the only one here.
      for (const until = performance.now() + 6; performance.now() < until; );
      return open.detail(...sealed);
    },
  };
  let done = false;
  const result = assembleInTurns(head, claims.values(), slow).finally(() => {
    done = true;
  });
  let turns = 0;
  while (!done) {
    await setImmediate();
    turns++;
  }
  await result;
  assert.ok(turns > 5, `${turns} turns`);
});
