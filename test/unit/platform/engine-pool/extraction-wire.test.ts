import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createEngine } from '#engine/in-thread.ts';
import { type PackedExtraction, packExtraction, unpackExtraction } from '#platform/engine-pool/extraction-wire.ts';

function arrived(packed: PackedExtraction) {
  const { claims, ...rest } = unpackExtraction(structuredClone(packed));
  const read = [...claims];
  assert.equal(claims.length, read.length);
  return { ...rest, claims: read };
}

test('an extraction arrives as it was sent, its claims in pieces', async () => {
  const content = 'The Eiffel Tower stands in Paris. It was opened in 1889! '.repeat(400);
  const requestedAt = '2026-01-01T00:00:00.000Z';
  const output = await createEngine().extract({ content, question: '', requestedAt, direct: false });
  const packed = packExtraction(output);
  assert(output.claims.length > 500);
  assert(packed.pieces.length > 2);
  assert.deepEqual(arrived(packed), output);
});

test('an extraction without claims arrives as it was sent', async () => {
  const output = await createEngine().extract({ content: ' ', question: '', requestedAt: '', direct: false });
  assert.deepEqual(arrived(packExtraction(output)), output);
});
