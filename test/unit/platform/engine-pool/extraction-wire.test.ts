import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createEngine } from '#engine/in-thread.ts';
import { packExtraction, unpackExtraction } from '#platform/engine-pool/extraction-wire.ts';

test('an extraction arrives as it was sent, its claims in pieces', async () => {
  const content = 'The Eiffel Tower stands in Paris. It was opened in 1889! '.repeat(400);
  const requestedAt = '2026-01-01T00:00:00.000Z';
  const output = await createEngine().extract({ content, question: '', requestedAt, direct: false });
  const packed = packExtraction(output);
  assert(output.claims.length > 500);
  assert(packed.claims.length > 2);
  assert.deepEqual(await unpackExtraction(structuredClone(packed)), output);
});

test('an extraction without claims arrives as it was sent', async () => {
  const output = await createEngine().extract({ content: ' ', question: '', requestedAt: '', direct: false });
  assert.deepEqual(await unpackExtraction(structuredClone(packExtraction(output))), output);
});
