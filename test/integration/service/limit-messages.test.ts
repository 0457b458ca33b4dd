/** What a refusal for a limit says to somebody who sees no headers: which limit, its number, and when to come back. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { costLimitExceeded } from '#command-api/verification/monthly-limit.ts';
import type { CostLimits } from '#streams/cost-limits.ts';
import { submit } from '#test/support/documents.ts';
import { type Answer, openTestService, type TestService } from '#test/support/service/open.ts';
import { succeeded } from '#test/support/succeeded.ts';

const TEXT = { content: 'Iron is a metal.' };
const WHEN = /Try again in [1-9]\d* seconds?\.$/;

let service: TestService;
before(async () => {
  service = await openTestService();
  // No hour ends in the middle of a test.
  service.advance(3_600_000 - (service.now() % 3_600_000));
});
after(() => service.close());

const verify = (key: string, body: object = TEXT) => service.call('POST', '/verifications', { key, body });

/** The message of a 429. */
function refusal({ status, body, text }: Answer): string {
  assert.equal(status, 429, text);
  const { message } = body.error;
  assert.match(message, WHEN);
  return message;
}

test('a 429 names the hourly quota of the key', async () => {
  const { secret } = await service.issue({ quota_per_hour: 1 });
  await succeeded(verify(secret));
  assert.match(refusal(await verify(secret)), /^The limit of 1 texts per hour of this API key is reached\./);
});

test('a 429 names the limit of unmetered calls in a minute', async () => {
  const { secret } = await service.issue({});
  const { id } = (await succeeded(verify(secret))).body.result;
  const read = () => service.call('GET', `/verifications/${id}`, { key: secret });
  const all = await Promise.all(Array.from({ length: 61 }, read));
  const refused = all.find(({ status }) => status === 429);
  assert.match(refusal(refused!), /^The limit of 60 unmetered calls per minute and API key is reached\./);
});

test('a 429 names the limit of refused calls in a minute', async () => {
  const { secret } = await service.issue({});
  for (let n = 0; n < 60; n++) assert.equal((await verify(secret, {})).status, 422);
  assert.match(refusal(await verify(secret, {})), /^The limit of 60 refused calls per minute and API key is reached\./);
});

test('a 429 names the limit of metered calls at a time', async () => {
  const { secret } = await service.issue({});
  const release = service.engine.hold();
  const nine = Array.from({ length: 9 }, () => verify(secret));
  const refused = await Promise.any(
    nine.map(async (call) => ((await call).status === 429 ? call : Promise.reject(new Error('not refused')))),
  );
  release();
  await Promise.all(nine);
  assert.match(refusal(refused), /^The limit of 8 metered calls at a time with this API key is reached\./);
});

test('a refusal names the monthly limit of the key', async () => {
  const { secret } = await service.issue({ monthly_cost_limit_cents: 1 });
  const message = refusal(await verify(secret));
  assert.match(
    message,
    /^This call would exceed the monthly cost limit of this API key \(1 cent\)\. Costs are counted /,
  );
});

test('the monthly limits of the organization, of both, and the free allowance', () => {
  const said = (limits: CostLimits) => costLimitExceeded(limits, Date.UTC(2026, 11, 31)).message;
  const none = { key_monthly_limit_cents: null, allowance: null };
  const organization = { ...none, organization_monthly_limit_cents: 200 };
  const ends = 'Costs are counted anew from 2027-01-01 (UTC). Try again in 86400 seconds.';
  const own = 'the monthly cost limit of the organization (200 cents)';
  assert.equal(said(organization), `This call would exceed ${own}. ${ends}`);
  const key = 'the monthly cost limit of this API key (100 cents)';
  assert.equal(
    said({ ...organization, key_monthly_limit_cents: 100 }),
    `This call would exceed ${key} or ${own}. ${ends}`,
  );
  const allowance = { root_id: 'org_1', cents: 50 };
  const free = 'the free allowance of a month (50 cents)';
  assert.equal(
    said({ ...none, organization_monthly_limit_cents: 50, allowance }),
    `This call would exceed ${free}. ${ends}`,
  );
});

test('texts of an organization at a time', async () => {
  const { key } = await service.newTenant();
  const others = await Promise.all(
    Array.from({ length: 8 }, async () => (await succeeded(keyOf(key))).body.secret as string),
  );
  const release = service.engine.hold();
  const all = Array.from({ length: 65 }, (_, n) => verify([key, ...others][Math.floor(n / 8)]!));
  const refused = await Promise.any(
    all.map(async (call) => ((await call).status === 429 ? call : Promise.reject(new Error('not refused')))),
  );
  release();
  await Promise.all(all);
  assert.match(refusal(refused), /^The limit of 64 texts that are verified at a time for an organization is reached\./);
});

test('documents of an organization at work', async () => {
  const { key } = await service.newTenant();
  const release = service.engine.hold();
  const file = { name: 'iron.txt', content: TEXT.content };
  for (let n = 0; n < 64; n++) assert.equal((await submit(service, file, {}, { key })).status, 202);
  const message = /^The limit of 64 documents of an organization at work is reached\./;
  assert.match(refusal(await submit(service, file, {}, { key })), message);
  // Once more, when it is known before the file is received.
  assert.match(refusal(await submit(service, file, {}, { key })), message);
  release();
});

test('changes of settings, and invitations, of an hour', async () => {
  const { key, organization_id } = await service.newTenant();
  const organization = `/organizations/${organization_id}`;
  const change = (n: number) =>
    service.call('PATCH', `${organization}/settings`, { key, body: { retention_hours: n + 1 } });
  for (let n = 0; n < 30; n++) assert.equal((await change(n)).status, 200);
  assert.match(
    refusal(await change(30)),
    /^The limit of 30 changes of an organization's settings per hour is reached\./,
  );

  service.advance(60_000);
  // More than a key may send in a minute.
  const keys = [key, (await succeeded(keyOf(key))).body.secret];
  const invite = (n: number) =>
    service.call('POST', `${organization}/members`, {
      key: keys[n % 2],
      body: { email: `m${n % 3}@a.example`, role: 'viewer' },
    });
  for (let n = 0; n < 60; n++) assert.equal((await invite(n)).status, 201);
  assert.match(refusal(await invite(60)), /^The limit of 60 invitations per hour and organization is reached\./);
});

function keyOf(key: string) {
  return service.call('POST', '/api-keys', {
    key,
    body: { name: 'another', scopes: ['verifications:write', 'members:write'] },
  });
}
