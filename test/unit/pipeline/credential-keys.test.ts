/** Keys of credentials: whatever a crash leaves behind, only those in force are kept. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SealedCredential } from '#domain/events/credential.ts';
import { PROVIDER_CONNECTION, type ProviderConnectionCommand } from '#domain/provider-connection/decider.ts';
import { createExpiryWatch } from '#pipeline/periodic/expiry-watch.ts';
import { announceDestruction, openCredential, sealCredential } from '#sealed/credentials.ts';
import { execute } from '#streams/repository.ts';
import { createHarness, type Harness } from '#test/support/pipeline/harness.ts';
import { METADATA } from '#test/support/verification-history.ts';

const ID = 'pcn_1';
const OWNER = { id: ID, organization_id: 'org_1' };
const AT = '2026-01-01T00:00:00.000Z';
const DAY_MS = 86_400_000;
const signal = new AbortController().signal;

async function record(harness: Harness, command: ProviderConnectionCommand): Promise<void> {
  const done = await execute(harness.events, PROVIDER_CONNECTION, ID, command, { metadata: METADATA });
  assert.ok(done.accepted);
}

async function connected(harness: Harness): Promise<SealedCredential> {
  const credential = await sealCredential(harness, OWNER, 'the first key');
  const about = { connection_id: ID, organization_id: OWNER.organization_id, provider: 'openai' as const };
  const data = { ...about, label: 'default', credential, created_at: AT };
  await record(harness, { type: 'ConnectProvider', data });
  return credential;
}

async function aDayLater(harness: Harness): Promise<void> {
  harness.now.ms += DAY_MS;
  await createExpiryWatch(harness).run(signal);
}

test('the key of a credential in use is kept, however often it is checked', async () => {
  const harness = createHarness();
  const credential = await connected(harness);
  for (let day = 0; day < 3; day++) await aDayLater(harness);
  assert.equal(await openCredential(harness, credential), 'the first key');
  assert.deepEqual(await harness.vault.due(new Date(harness.now.ms).toISOString(), 10), []);
});

test('a key whose connection was never created is destroyed', async () => {
  const harness = createHarness();
  const credential = await sealCredential(harness, OWNER, 'the first key');
  await aDayLater(harness);
  assert.equal(await openCredential(harness, credential), null);
});

test('after a crash in a rotation the old key is destroyed, the new one in force', async () => {
  const harness = createHarness();
  const first = await connected(harness);
  await announceDestruction(harness, first);
  const second = await sealCredential(harness, OWNER, 'the second key');
  await record(harness, { type: 'RotateCredential', credential: second, rotated_at: AT });
  await aDayLater(harness);
  assert.equal(await openCredential(harness, first), null);
  assert.equal(await openCredential(harness, second), 'the second key');
});

test('a crash before a rotation is recorded leaves the old key in force', async () => {
  const harness = createHarness();
  const first = await connected(harness);
  await announceDestruction(harness, first);
  const second = await sealCredential(harness, OWNER, 'the second key');
  await aDayLater(harness);
  assert.equal(await openCredential(harness, first), 'the first key');
  assert.equal(await openCredential(harness, second), null);
});

test('a crash after a removal leaves the key to be destroyed', async () => {
  const harness = createHarness();
  const credential = await connected(harness);
  await announceDestruction(harness, credential);
  await record(harness, { type: 'DisconnectProvider', disconnected_at: AT });
  await aDayLater(harness);
  assert.equal(await openCredential(harness, credential), null);
});

test('a sealed credential opens with its own key only', async () => {
  const harness = createHarness();
  const first = await sealCredential(harness, OWNER, 'the first key');
  const second = await sealCredential(harness, OWNER, 'the second key');
  await assert.rejects(openCredential(harness, { ...first, sealed: second.sealed }), { code: 'seal_broken' });
});

test('a credential that can not be checked is logged by its owner, not by its key', async () => {
  const harness = createHarness();
  const { key_id } = await connected(harness);
  harness.now.ms += DAY_MS;
  const events = { ...harness.events, readStream: () => Promise.reject(new Error('the store is away')) };
  await assert.rejects(createExpiryWatch({ ...harness, events }).run(signal), /the store is away/);
  assert.partialDeepStrictEqual(harness.lines, [{ task: 'expiry-watch', owner_id: ID }]);
  assert.ok(!JSON.stringify(harness.lines).includes(key_id));
});
