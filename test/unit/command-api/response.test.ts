import assert from 'node:assert/strict';
import { test } from 'node:test';
import { responseOf, type ShownVerification, writtenResponse } from '#command-api/verification/response.ts';
import type { KeyVault } from '#contracts/ports/key-vault.ts';
import type { Sealer } from '#contracts/ports/sealer.ts';
import { ResponsePieces } from '#http/response-pieces.ts';
import { type ClaimWriter, createClaimWriter } from '#streams/claim-writer.ts';
import { createHistory, open } from '#test/support/verification-history.ts';

const KEY = new Uint8Array(32).fill(7);

function shownWith(claims: number): ShownVerification {
  const planned = Array.from({ length: claims }, (_, i) => ({ start: claims - i, passages: ['supports'] as const }));
  const { head, claims: states } = createHistory({
    claims: planned.map((claim) => ({ ...claim, passages: [...claim.passages] })),
  }).run().state;
  return { head, claims: [...states.values()], key: KEY, open };
}

/** Opens, with the given key, what these tests seal, as the real sealer does. */
const sealer = {
  open(by: Uint8Array, place: { record: string; field: string }, sealed: string): string {
    assert.deepEqual(by, KEY);
    return open.text(sealed, place.record, place.field as never)!;
  },
} as unknown as Sealer;

function dependenciesOf(asked: number[] = []) {
  const vault = { dataKey: async (): Promise<Uint8Array | null> => KEY } as unknown as KeyVault;
  const claimWriter: ClaimWriter = {
    write(from, claims, key) {
      asked.push(claims.length);
      return createClaimWriter(sealer).write(from, claims, key);
    },
  };
  return { claimWriter, sealer, vault };
}

async function textOf(written: unknown): Promise<string> {
  assert.ok(written instanceof ResponsePieces);
  return Buffer.concat(await Array.fromAsync(written)).toString();
}

test('a long response is the same byte for byte with any claim writer', async () => {
  const shown = shownWith(130);
  const asked: number[] = [];
  const dependencies = dependenciesOf(asked);
  const expected = JSON.stringify(await responseOf(shown));
  assert.equal(await textOf(await writtenResponse(dependencies, shown)), expected);
  assert.equal(
    asked.reduce((sum, claims) => sum + claims),
    130,
  );
  assert.ok(Math.max(...asked) <= 8, `${Math.max(...asked)} claims at a time`);
  const { claimWriter, ...here } = dependencies;
  assert.equal(await textOf(await writtenResponse(here, shown)), expected);
});

test('a short response is complete at once', async () => {
  const asked: number[] = [];
  const short = shownWith(50);
  assert.deepEqual(await writtenResponse(dependenciesOf(asked), short), await responseOf(short));
  assert.deepEqual(asked, []);
});

test('claims are written as they are sent, and no more once the client is gone', async () => {
  const asked: number[] = [];
  const written = await writtenResponse(dependenciesOf(asked), shownWith(1_000));
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
  const written = await writtenResponse({ ...dependenciesOf(), claimWriter }, shownWith(60));
  await assert.rejects(textOf(written), /sealed as something else/);
});

test('a response breaks off when its key is destroyed, except with zero retention', async () => {
  for (const zero_retention of [false, true]) {
    const shown = shownWith(1_000);
    Object.assign(shown.head.request!, { zero_retention });
    const dependencies = dependenciesOf();
    const written = await writtenResponse(dependencies, shown);
    assert.ok(written instanceof ResponsePieces);
    await written.begin();
    dependencies.vault.dataKey = async () => null;
    if (zero_retention) assert.equal(JSON.parse(await textOf(written)).result.claims.length, 1_000);
    else await assert.rejects(textOf(written), { code: 'idempotency_result_not_retained' });
  }
});
