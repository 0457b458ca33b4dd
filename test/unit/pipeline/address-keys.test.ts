/** Keys of members' addresses: whatever a crash leaves behind, only those of present members are kept. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SealedAddress } from '#domain/organization/address.ts';
import { ORGANIZATION, type OrganizationCommand } from '#domain/organization/decider.ts';
import { createExpiryWatch } from '#pipeline/periodic/expiry-watch.ts';
import { announceDestruction } from '#sealed/credentials.ts';
import { openAddress, sealAddress } from '#sealed/member-addresses.ts';
import { execute } from '#streams/repository.ts';
import { createHarness, type Harness } from '#test/support/pipeline/harness.ts';
import { METADATA } from '#test/support/verification-history.ts';

const AT = '2026-01-01T00:00:00.000Z';
const DAY_MS = 86_400_000;
const EMAIL = 'ada@example.org';
const PEPPER = new Uint8Array(32);

async function record(harness: Harness, command: OrganizationCommand): Promise<void> {
  const done = await execute(harness.events, ORGANIZATION, 'org_1', command, { metadata: METADATA });
  assert.ok(done.accepted);
}

const sealed = (harness: Harness, user_id = 'usr_2') =>
  sealAddress(harness, PEPPER, { organization_id: 'org_1', user_id, email: EMAIL });

async function invite(harness: Harness, address: SealedAddress, token_hash = 'a hash'): Promise<void> {
  const invitation = { user_id: 'usr_2', email: EMAIL, address, role: 'viewer' as const, token_hash };
  await record(harness, { type: 'InviteMember', ...invitation, invited_at: AT, expires_at: AT });
}

async function invited(harness: Harness): Promise<SealedAddress> {
  const owner = { owner_user_id: 'usr_1', root_id: 'org_1' };
  const organization = { organization_id: 'org_1', name: 'n', ...owner, created_at: AT };
  await record(harness, { type: 'CreateOrganization', ...organization });
  const address = await sealed(harness);
  await invite(harness, address);
  return address;
}

async function aDayLater(harness: Harness): Promise<void> {
  harness.now.ms += DAY_MS;
  await createExpiryWatch(harness).run(new AbortController().signal);
}

test('the key of a member is kept, however often it is checked', async () => {
  const harness = createHarness();
  const address = await invited(harness);
  for (let day = 0; day < 3; day++) await aDayLater(harness);
  assert.equal(await openAddress(harness, address), EMAIL);
});

test('the key of an invitation that was never recorded is destroyed', async () => {
  const harness = createHarness();
  const address = await sealed(harness);
  await aDayLater(harness);
  assert.equal(await openAddress(harness, address), null);
});

test('of two invitations at once, the key that the member has is kept', async () => {
  const harness = createHarness();
  const first = await invited(harness);
  const second = await sealed(harness, 'usr_3');
  await invite(harness, second, 'another hash');
  await aDayLater(harness);
  assert.deepEqual([await openAddress(harness, first), await openAddress(harness, second)], [null, EMAIL]);
});

test('a crash in an erasure leaves the key to be destroyed', async () => {
  const harness = createHarness();
  const address = await invited(harness);
  await announceDestruction(harness, address);
  await record(harness, { type: 'EraseMember', user_id: 'usr_2', erased_at: AT });
  await aDayLater(harness);
  assert.equal(await openAddress(harness, address), null);
});

test('a crash before an erasure is recorded leaves the member and the key', async () => {
  const harness = createHarness();
  const address = await invited(harness);
  await announceDestruction(harness, address);
  await aDayLater(harness);
  assert.equal(await openAddress(harness, address), EMAIL);
});
