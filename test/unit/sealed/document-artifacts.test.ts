/** Artifacts in parts: read as they were stored, and gone as a whole. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { SealError } from '#contracts/ports/sealer.ts';
import { createSealer } from '#platform/crypto/envelope.ts';
import { ArtifactGoneError, readArtifact, storeArtifact } from '#sealed/document-artifacts.ts';
import { createMemoryBlobStore } from '#test/support/memory-blob-store.ts';

const ID = 'ver_of_a_test';
const EXPIRES = '2026-06-01T00:00:00.000Z';
const MEBIBYTE = 1024 * 1024;

async function* piecesOf(content: Uint8Array, size = 65_536) {
  for (let at = 0; at < content.byteLength; at += size) yield content.subarray(at, at + size);
}

async function stored(content: Uint8Array) {
  const stores = { blobs: createMemoryBlobStore(), sealer: createSealer() };
  const key = randomBytes(32);
  const artifact = await storeArtifact(stores, { id: ID, key }, 'result_json', piecesOf(content), EXPIRES);
  const read = async (keyOf = async (): Promise<Uint8Array | null> => key) =>
    Buffer.concat(await Array.fromAsync(readArtifact(stores, { id: ID, keyOf }, artifact)));
  return { ...stores, key, artifact, read };
}

test('a large artifact is stored in parts and read as it was', async () => {
  const content = randomBytes(5 * MEBIBYTE + 7);
  const { blobs, artifact, read } = await stored(content);
  assert.equal(artifact.bytes, content.byteLength);
  assert.ok((await blobs.get(`${ID}/artifacts/result_json`))!.byteLength < 3 * MEBIBYTE);
  assert.notEqual(await blobs.get(`${ID}/artifacts/result_json.2`), null);
  assert.ok(content.equals(await read()));
});

test('a small artifact is one blob, and an empty one too', async () => {
  for (const size of [0, 10]) {
    const content = randomBytes(size);
    const { blobs, read } = await stored(content);
    assert.equal(await blobs.get(`${ID}/artifacts/result_json.1`), null);
    assert.ok(content.equals(await read()));
  }
});

test('a large artifact that an earlier version stored as one blob is read', async () => {
  const content = randomBytes(5 * MEBIBYTE);
  const { blobs, sealer, key, read } = await stored(content);
  const place = { verification_id: ID, record: ID, field: 'artifact/result_json' };
  await blobs.deletePrefix(`${ID}/`);
  await blobs.put(`${ID}/artifacts/result_json`, sealer.sealBytes(key, place, content));
  assert.ok(content.equals(await read()));
});

test('a part that is missing, or a key that is erased meanwhile, ends the reading', async () => {
  const { blobs, key, read } = await stored(randomBytes(5 * MEBIBYTE));
  let asked = 0;
  await assert.rejects(
    read(async () => (asked++ === 0 ? key : null)),
    ArtifactGoneError,
  );
  await blobs.delete(`${ID}/artifacts/result_json.1`);
  await assert.rejects(read(), ArtifactGoneError);
});

test('parts do not open in each other’s place', async () => {
  const { blobs, read } = await stored(randomBytes(5 * MEBIBYTE));
  await blobs.put(`${ID}/artifacts/result_json.1`, (await blobs.get(`${ID}/artifacts/result_json.2`))!);
  await assert.rejects(read(), SealError);
});
