/** What a refusal for a limit says to somebody who sees no headers: which limit, its number, and when to come back. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { costLimitExceeded } from '#command-api/verification/monthly-limit.ts';
import type { CostLimits } from '#streams/cost-limits.ts';
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

test('the hourly quota', async () => {
  const { secret } = await service.issue({ quota_per_hour: 1 });
  await succeeded(verify(secret));
  assert.match(refusal(await verify(secret)), /^The limit of 1 texts per hour of this API key is reached\./);
});

test('unmetered calls of a minute', async () => {
  const { secret } = await service.issue({});
  const { id } = (await succeeded(verify(secret))).body.result;
  const read = () => service.call('GET', `/verifications/${id}`, { key: secret });
  const all = await Promise.all(Array.from({ length: 61 }, read));
  const refused = all.find(({ status }) => status === 429);
  assert.match(refusal(refused!), /^The limit of 60 unmetered calls per minute and API key is reached\./);
});

test('refused calls of a minute', async () => {
  const { secret } = await service.issue({});
  for (let n = 0; n < 60; n++) assert.equal((await verify(secret, {})).status, 422);
  assert.match(refusal(await verify(secret, {})), /^The limit of 60 refused calls per minute and API key is reached\./);
});

test('metered calls at a time', async () => {
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

test('the monthly limit of the key', async () => {
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
