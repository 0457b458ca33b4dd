import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { TextOpener } from '#domain/verification/result.ts';
import type { VerificationState } from '#domain/verification/state.ts';
import { wholeResult } from '#results/records.ts';
import { pagesOf, pagesOnce } from '#results/shown.ts';
import { NO_DETAILS_LEFT } from '#test/support/no-details-left.ts';
import { assembleResult, createHistory, open, SHREDDED } from '#test/support/verification-history.ts';

const resultOf = (state: VerificationState, opener: TextOpener) =>
  wholeResult({ head: state.head, pages: pagesOf(state, NO_DETAILS_LEFT), open: async () => opener });

test('returns what assembleResult returns', async () => {
  const { state } = createHistory({ claims: [{ start: 5 }, { start: 1 }, ...new Array(30).fill({})] }).run();
  assert.deepEqual(await resultOf(state, open), assembleResult(state.head, state.claims.values(), open));
});

test('claims that are released as they are read leave the state as it was', async () => {
  const { state } = createHistory({ claims: new Array(30).fill({}) }).run();
  const pages = pagesOnce(state, NO_DETAILS_LEFT);
  assert.equal((await Array.fromAsync(pages())).flat().length, 30);
  assert.equal(state.claims.size, 30);
  await assert.rejects(Array.fromAsync(pages()), /read before/);
});

test('throws what assembleResult throws', async () => {
  const { state } = createHistory().run();
  await assert.rejects(resultOf(state, SHREDDED), { code: 'verification_expired' });
});

test('yields to the event loop while it works on many claims', async () => {
  const { state } = createHistory({ claims: Array.from({ length: 40 }, () => ({})) }).run();
  const slow: typeof open = {
    ...open,
    detail(...sealed) {
      // Two such waits use up a turn. The real clock is the only one here.
      for (const until = performance.now() + 6; performance.now() < until; );
      return open.detail(...sealed);
    },
  };
  let done = false;
  const result = resultOf(state, slow).finally(() => {
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
