import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Caller } from '#command-api/caller.ts';
import { concurrencySlot } from '#command-api/verification/slots.ts';
import type { AdmissionStore } from '#contracts/ports/admission.ts';
import type { Client } from '#http/client.ts';
import { ResponsePieces } from '#http/response-pieces.ts';

function setUp() {
  const released: string[] = [];
  const releaseSlot: AdmissionStore['releaseSlot'] = async (keyId, callId) => void released.push(`${keyId} ${callId}`);
  const served = Promise.withResolvers<void>();
  const client = { served: served.promise } as Client;
  const dependencies = { operations: { admission: { releaseSlot } }, logger: { error: () => {} } };
  const caller = { key_id: 'key_1', metadata: {} as Caller['metadata'] };
  const slot = concurrencySlot(dependencies, caller, 'call_1');
  async function* three() {
    for (const byte of [1, 2, 3]) yield new Uint8Array([byte]);
  }
  return { released, served, slot, body: slot.heldWhileSent(new ResponsePieces(three()), client) };
}

test('a slot is held until the last piece is read, and freed before the end is seen', async () => {
  const { released, body } = setUp();
  let read = 0;
  for await (const piece of body) {
    read += piece.byteLength;
    assert.deepEqual(released, []);
  }
  assert.equal(read, 3);
  assert.deepEqual(released, ['key_1 call_1']);
});

test('a slot is freed once when the client leaves, even if nothing was read', async () => {
  const { released, served, slot, body } = setUp();
  await body.begin();
  served.resolve();
  await served.promise;
  await slot.release();
  await body.abandon();
  assert.deepEqual(released, ['key_1 call_1']);
});
