import assert from 'node:assert/strict';
import { test } from 'node:test';
import { takeLog } from '#apps/parts/deployment.ts';
import type { KeyVault } from '#contracts/ports/key-vault.ts';
import { createSealer } from '#platform/crypto/envelope.ts';
import { createMemoryEventStore, type MemoryEventStore } from '#test/support/memory-event-store.ts';
import { createMemoryVault } from '#test/support/pipeline/memory-vault.ts';
import { request } from '#test/support/pipeline/request.ts';
import { METADATA } from '#test/support/verification-history.ts';

const clock = { now: () => Date.parse('2026-01-01T00:00:00.000Z') };

/** A vault with its own secrets, as those of memory vaults are all equal. */
function vaultOf(name: string): KeyVault {
  const vault = createMemoryVault();
  return { ...vault, serverSecret: (secret) => vault.serverSecret(`${name} ${secret}`) };
}

const take = (events: MemoryEventStore, vault: KeyVault) => takeLog({ events, vault, clock }, METADATA);

/** A log of a version that wrote no owner. */
async function logWith(vault: KeyVault, verifications: number): Promise<MemoryEventStore> {
  const events = createMemoryEventStore();
  const stores = { events, vault, sealer: createSealer() };
  for (let n = 0; n < verifications; n++) await request(stores, 'Whales sing.', { verification_id: `ver_${n}` });
  return events;
}

test('the first vault takes an empty log; any other one is refused', async () => {
  const events = createMemoryEventStore();
  const [own, other] = [vaultOf('own'), vaultOf('other')];
  assert.deepEqual(await Promise.all([take(events, own), take(events, own), take(events, own)]), [true, true, true]);
  assert.equal(await take(events, other), false);
  assert.equal(await take(events, own), true);
  assert.deepEqual(
    events.log.map(({ stream, type }) => [stream, type]),
    [['deployment', 'DeploymentClaimed.v2']],
  );
});

test('of two that start on an empty log at once, one takes it', async () => {
  const events = createMemoryEventStore();
  const taken = await Promise.all([take(events, vaultOf('one')), take(events, vaultOf('two'))]);
  assert.deepEqual(taken.toSorted(), [false, true]);
});

test('only the vault with keys of its verifications takes a log of an earlier version', async () => {
  const own = vaultOf('own');
  const events = await logWith(own, 3);
  // Most of them were erased long ago.
  await own.shred(['ver_0', 'ver_1']);
  assert.equal(await take(events, vaultOf('other')), false);
  assert.equal(events.log.length, 3, 'nothing was written');
  assert.equal(await take(events, own), true);
  assert.equal(await take(events, vaultOf('other')), false);
});

test('an older copy of the vault can take a log of an earlier version', async () => {
  const vault = createMemoryVault();
  const events = await logWith(vault, 3);
  vault.forget('ver_2');
  assert.equal(await take(events, vault), true);
});

test('a log of an earlier version without verifications can be taken', async () => {
  const events = createMemoryEventStore();
  const id = '00000000-0000-4000-8000-000000000001';
  await events.append('organization-org_1', 'no_stream', [{ id, type: 'Other.v1', data: {}, metadata: METADATA }]);
  assert.equal(await take(events, vaultOf('any')), true);
});
