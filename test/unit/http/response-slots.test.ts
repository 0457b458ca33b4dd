import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createResponseSlots } from '#http/response-slots.ts';

const holderOf = (organization: number) => ({ organization_id: `org_${organization}` });
const { signal } = new AbortController();
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

/** True once the promise has settled. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let is = false;
  promise.then(
    () => (is = true),
    () => (is = true),
  );
  await settled();
  return is;
}

test('one organization gets only its share; another one is served at once', async () => {
  const slots = createResponseSlots({ slots: 3, slotsPerOrganization: 2 });
  const [first] = await Promise.all([slots.take(holderOf(1), 'read', signal), slots.take(holderOf(1), 'read', signal)]);
  const third = slots.take(holderOf(1), 'read', signal);
  assert.equal(await isSettled(third), false);
  (await slots.take(holderOf(2), 'read', signal))();
  first();
  first();
  (await third)();
});

test('organizations with one root have one share; the rest is for others', async () => {
  const rootOf = async (organization: string) => (organization <= 'org_3' ? 'usr_1' : 'usr_2');
  const slots = createResponseSlots({ slots: 4, slotsPerOrganization: 1, slotsPerRoot: 2, rootOf });
  const take = (organization: number) => slots.take(holderOf(organization), 'read', signal);
  const [first] = await Promise.all([take(1), take(2)]);
  const [third, sameOrganization] = [take(3), take(1)];
  assert.equal(await isSettled(third), false);
  await Promise.all([take(4), take(5)]);
  first();
  (await third)();
  (await sameOrganization)();
});

test('too many reads of one organization are refused; finished work waits', async () => {
  const slots = createResponseSlots({ slots: 1, readsPerRoot: 2 });
  const release = await slots.take(holderOf(1), 'read', signal);
  const waiting = slots.take(holderOf(1), 'read', signal);
  await assert.rejects(slots.take(holderOf(1), 'read', signal), { code: 'concurrency_limit_exceeded', retryAfter: 1 });
  const work = slots.take(holderOf(1), 'work', signal);
  release();
  (await waiting)();
  (await work)();
  (await slots.take(holderOf(1), 'read', signal))();
});

test('a client that has left stops waiting and holds nothing', async () => {
  const slots = createResponseSlots({ slots: 1, readsPerRoot: 2 });
  const release = await slots.take(holderOf(1), 'read', signal);
  const leaving = new AbortController();
  const left = slots.take(holderOf(1), 'read', leaving.signal);
  leaving.abort(new Error('left'));
  await assert.rejects(left, { message: 'left' });
  const next = slots.take(holderOf(1), 'read', signal);
  release();
  (await next)();
});
