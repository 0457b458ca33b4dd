import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTextSlots, inTextSlots } from '#command-api/verification/slots.ts';

test('a call holds no slots if there are too few, and a failed call frees its slots', async () => {
  const slots = createTextSlots(3);
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  const run = (organization_id: string, count: number, work = async () => 'done') =>
    inTextSlots(slots, { organization_id }, count, work);
  const held = run('org_1', 2, async () => {
    await gate;
    throw new Error('failed');
  });
  await assert.rejects(run('org_1', 2), { code: 'concurrency_limit_exceeded', retryAfter: 1 });
  assert.equal(await run('org_1', 1), 'done');
  assert.equal(await run('org_2', 3), 'done');
  open();
  await assert.rejects(held, /failed/);
  assert.equal(await run('org_1', 3), 'done');
});
