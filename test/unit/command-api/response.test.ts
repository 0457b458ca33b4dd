import assert from 'node:assert/strict';
import { test } from 'node:test';
import { responseOf, type ShownVerification, writtenResponse } from '#command-api/verification/response.ts';
import { JsonText } from '#http/route.ts';
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

/** Opens with the key that it is given, as the real one does, what these tests seal. */
function writerOf(asked: number[] = []): ClaimWriter {
  return {
    async write(from, claims, key) {
      asked.push(claims.length);
      const sealer = {
        open: (by: Uint8Array, place: { verification_id: string; record: string; field: string }, sealed: string) => {
          assert.deepEqual([by, place.verification_id], [KEY, from.verification_id]);
          return open(sealed, place.record, place.field as never)!;
        },
      };
      return createClaimWriter(sealer).write(from, claims, key);
    },
  };
}

test('a long response is the same to the byte whoever writes its claims down', async () => {
  const shown = shownWith(130);
  const asked: number[] = [];
  const written = await writtenResponse(writerOf(asked), shown);
  assert.ok(written instanceof JsonText);
  assert.equal(Buffer.concat(written.pieces).toString(), JSON.stringify(await responseOf(shown)));
  assert.equal(
    asked.reduce((sum, claims) => sum + claims),
    130,
  );
  assert.ok(Math.max(...asked) <= 8, `${Math.max(...asked)} claims at a time`);
});

test('a short response is made here, and so is a long one where there is no writer', async () => {
  const asked: number[] = [];
  const short = shownWith(50);
  assert.deepEqual(await writtenResponse(writerOf(asked), short), await responseOf(short));
  const long = shownWith(51);
  assert.deepEqual(await writtenResponse(undefined, long), await responseOf(long));
  assert.deepEqual(asked, []);
});

test('where a claim can not be opened there is no response', async () => {
  const broken: ClaimWriter = { write: () => Promise.reject(new Error('sealed as something else')) };
  await assert.rejects(writtenResponse(broken, shownWith(60)), /sealed as something else/);
});
