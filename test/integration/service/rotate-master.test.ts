import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createOperations } from '#apps/control/operations.ts';
import { testedShape } from '#test/support/ground/ground.ts';
import { newGround } from '#test/support/ground/new-ground.ts';
import { openTestService } from '#test/support/service/open.ts';

const FORMER = new Uint8Array(32).fill(1);
const NEW = new Uint8Array(32).fill(2);
const ignore = () => {};

test('after a rotation only the new master key opens anything', async (context) => {
  const ground = await newGround();
  context.after(() => ground.remove());
  const open = (keys: { masterKey: Uint8Array; previousMasterKey?: Uint8Array }) =>
    openTestService({ ground, ...keys });

  const before = await open({ masterKey: FORMER });
  const made = await before.call('POST', '/verifications', { body: { content: 'The bridge is old.' } });
  await before.close();
  assert.equal(made.status, 201);

  const rotating = await open({ masterKey: NEW, previousMasterKey: FORMER });
  const operations = createOperations(rotating.service, ignore);
  // The key of the verification, and the service's secrets.
  assert.ok((await operations.rotateMasterKey({})).rewrapped >= 2);
  assert.deepEqual(await operations.rotateMasterKey({}), { rewrapped: 0 });
  await rotating.close();

  const after = await open({ masterKey: NEW });
  const read = await after.call('GET', `/verifications/${made.body.result.id}`, { key: before.key });
  await after.close();
  assert.equal(read.status, 200);
  assert.deepEqual(read.body.result.claims, made.body.result.claims);
  await assert.rejects(open({ masterKey: FORMER }), { code: 'wrong_master_key' });
});

const given = testedShape() === 'distributed' && 'here the key is always given';

test('a master key in the data folder is not rotated; the error says what to do', {
  skip: given,
}, async (context) => {
  const service = await openTestService();
  context.after(() => service.close());
  const refused = createOperations(service.service, ignore).rotateMasterKey({});
  await assert.rejects(refused, { code: 'operation_refused', message: /EVIDENCE_MASTER_KEY_PREVIOUS/ });
});
