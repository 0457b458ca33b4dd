import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createResponseSlots } from '#http/response-slots.ts';

const holderOf = (organization: number, person = organization) => ({
  organization_id: `org_${organization}`,
  user_id: `usr_${person}`,
});
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

test('a person has one share for all organizations; the rest is for others', async () => {
  const slots = createResponseSlots({ slots: 4, slotsPerOrganization: 1, slotsPerPerson: 2 });
  const take = (organization: number, person: number) => slots.take(holderOf(organization, person), 'read', signal);
  const [first] = await Promise.all([take(1, 1), take(2, 1)]);
  const [third, sameOrganization] = [take(3, 1), take(1, 1)];
  assert.equal(await isSettled(third), false);
  await Promise.all([take(4, 2), take(5, 2)]);
  first();
  (await third)();
  (await sameOrganization)();
});

test('too many reads of one organization are refused; finished work waits', async () => {
  const slots = createResponseSlots({ slots: 1, readsPerOrganization: 2 });
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
  const slots = createResponseSlots({ slots: 1, readsPerOrganization: 2 });
  const release = await slots.take(holderOf(1), 'read', signal);
  const leaving = new AbortController();
  const left = slots.take(holderOf(1), 'read', leaving.signal);
  leaving.abort(new Error('left'));
  await assert.rejects(left, { message: 'left' });
  const next = slots.take(holderOf(1), 'read', signal);
  release();
  (await next)();
});
