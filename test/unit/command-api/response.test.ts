import assert from 'node:assert/strict';
import { test } from 'node:test';
import { outcomeOf } from '#command-api/verification/outcome.ts';
import { writtenResponse } from '#command-api/verification/response.ts';
import type { Sealer } from '#contracts/ports/sealer.ts';
import { ResponsePieces } from '#http/response-pieces.ts';
import { type ClaimWriter, createClaimWriter } from '#results/claim-writer.ts';
import { verifyResponse } from '#results/json.ts';
import { wholeResult } from '#results/records.ts';
import { pagesOnce, type ShownVerification } from '#results/shown.ts';
import { NO_TEXTS } from '#sealed/open-texts.ts';
import { NO_DETAILS_LEFT } from '#test/support/no-details-left.ts';
import { createHarness } from '#test/support/pipeline/harness.ts';
import { createHistory, open } from '#test/support/verification-history.ts';

const KEY = new Uint8Array(32).fill(7);

/** A completed verification, whose key is there as long as `vault` has it. */
function shownWith(claims: number, vault: { key: Uint8Array | null } = { key: KEY }) {
  const planned = Array.from({ length: claims }, (_, i) => ({ start: claims - i, passages: ['supports'] as const }));
  const { state } = createHistory({
    claims: planned.map((claim) => ({ ...claim, passages: [...claim.passages] })),
  }).run();
  return (): ShownVerification => ({
    head: state.head,
    pages: pagesOnce(state, NO_DETAILS_LEFT),
    open: async () => (vault.key === null ? NO_TEXTS : { ...open, key: vault.key }),
  });
}

/** Opens, with the given key, what these tests seal, as the real sealer does. */
const sealer = {
  open(by: Uint8Array, place: { record: string; field: string }, sealed: string): string {
    assert.deepEqual(by, KEY);
    return open.text(sealed, place.record, place.field as never)!;
  },
} as unknown as Sealer;

function dependenciesOf(asked: number[] = []) {
  const claimWriter: ClaimWriter = {
    write(from, claims, key) {
      asked.push(claims.length);
      return createClaimWriter(sealer).write(from, claims, key);
    },
  };
  return { claimWriter };
}

async function textOf(written: unknown): Promise<string> {
  assert.ok(written instanceof ResponsePieces);
  return Buffer.concat(await Array.fromAsync(written)).toString();
}

test('a long response is the same byte for byte with any claim writer', async () => {
  const shown = shownWith(130);
  const asked: number[] = [];
  const dependencies = dependenciesOf(asked);
  const expected = JSON.stringify(verifyResponse(await wholeResult(shown())));
  assert.equal(await textOf(await writtenResponse(dependencies, shown())), expected);
  assert.equal(
    asked.reduce((sum, claims) => sum + claims),
    130,
  );
  assert.ok(Math.max(...asked) <= 8, `${Math.max(...asked)} claims at a time`);
  const here = { claimWriter: createClaimWriter(sealer) };
  assert.equal(await textOf(await writtenResponse(here, shown())), expected);
});

test('a short response is complete at once', async () => {
  const asked: number[] = [];
  const short = shownWith(50);
  assert.deepEqual(await writtenResponse(dependenciesOf(asked), short()), verifyResponse(await wholeResult(short())));
  assert.deepEqual(asked, []);
});

test('claims are written as they are sent, and no more once the client is gone', async () => {
  const asked: number[] = [];
  const written = await writtenResponse(dependenciesOf(asked), shownWith(1_000)());
  assert.ok(written instanceof ResponsePieces);
  await written.begin();
  const first = asked.length;
  assert.ok(first > 0 && first * 8 < 500, `${first} pieces of claims for the first piece of the response`);
  for await (const piece of written) {
    assert.ok(piece.byteLength > 0);
    break;
  }
  assert.ok(asked.length <= 2 * first, `${asked.length} pieces of claims for the one that was read`);
});

test('a claim that can not be opened fails the response', async () => {
  const claimWriter: ClaimWriter = { write: () => Promise.reject(new Error('sealed as something else')) };
  const written = await writtenResponse({ claimWriter }, shownWith(60)());
  await assert.rejects(textOf(written), /sealed as something else/);
});

test('a response breaks off when its key is destroyed', async () => {
  const vault: { key: Uint8Array | null } = { key: KEY };
  const written = await writtenResponse(dependenciesOf(), shownWith(1_000, vault)());
  assert.ok(written instanceof ResponsePieces);
  await written.begin();
  vault.key = null;
  await assert.rejects(textOf(written), { code: 'idempotency_result_not_retained' });
});

test('a zero-retention result is sent whole although its key is destroyed', async () => {
  const harness = createHarness({ library: ['Whales sing.'] });
  await harness.request('Whales sing.', { zero_retention: true });
  await harness.run();
  const outcome = await outcomeOf(harness, 'ver_1');
  assert.ok(outcome.state === 'completed');
  await harness.verifications.forget(['ver_1']);
  const { result } = verifyResponse(await wholeResult(outcome));
  assert.equal(result.claims.length, 1);
});

test('the claims of a kept text are not shown once its key is destroyed', async () => {
  const harness = createHarness({ library: ['Whales sing.'] });
  await harness.request('Whales sing.');
  await harness.run();
  const outcome = await outcomeOf(harness, 'ver_1');
  assert.ok(outcome.state === 'completed');
  await harness.verifications.forget(['ver_1']);
  await assert.rejects(wholeResult(outcome), { code: 'verification_expired' });
});
