/** How many texts of one organization are verified at a time, however many keys it has. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually } from '#test/support/eventually.ts';
import { openTestService } from '#test/support/service/open.ts';

test('an organization has at most 64 concurrent texts, and delays no other', async (context) => {
  const service = await openTestService();
  const release = service.engine.hold();
  context.after(() => {
    release();
    return service.close();
  });
  const keys = await Promise.all(Array.from({ length: 9 }, () => service.issue({})));
  const verify = (n: number, key: string) =>
    service.call('POST', '/verifications', { body: { content: `Number ${n} is a number.` }, key });
  const running = Array.from({ length: 61 }, (_, n) => verify(n, keys[Math.floor(n / 8)]!.secret));
  const items = [1, 2, 3].map((n) => ({ content: `Number ${n} is a number, in a batch.` }));
  const batch = service.call('POST', '/batches', { body: { items }, key: keys[7]!.secret });
  const { operations } = service.service.stores;
  const usedOf = async ({ id }: { id: string }) =>
    100 - (await operations.admission.quota(id, 100, service.now())).remaining;
  await eventually('64 at work', async () => {
    const used = await Promise.all(keys.map(usedOf));
    return used.reduce((sum, each) => sum + each, 0) === 64;
  });

  const last = keys[8]!.secret;
  const direct = { body: { claim: 'Iron is a metal.' }, key: last };
  for (const refused of [
    await verify(64, last),
    await service.call('POST', '/claims/verify', direct),
    await service.call('POST', '/batches', { body: { items }, key: last }),
  ]) {
    assert.equal(refused.status, 429);
    assert.equal(refused.body.error.code, 'concurrency_limit_exceeded');
    assert.match(refused.body.error.message, /organization/);
    assert.equal(refused.headers['retry-after'], '1');
  }
  assert.equal(await usedOf(keys[8]!), 0, 'a refused call counts no quota');

  const elsewhere = verify(65, (await service.newTenant()).key);
  release();
  const answers = await Promise.all([...running, batch, elsewhere]);
  assert.deepEqual([...new Set(answers.map(({ status }) => status))].toSorted(), [200, 201]);
  assert.equal((await verify(66, last)).status, 201);
});
