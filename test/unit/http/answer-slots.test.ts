import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAnswerSlots } from '#http/answer-slots.ts';

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

test('one organization takes its share and no more; another one is served at once', async () => {
  const slots = createAnswerSlots({ slots: 3, slotsPerOrganization: 2 });
  const [first] = await Promise.all([slots.take('org_1', 'read', signal), slots.take('org_1', 'read', signal)]);
  const third = slots.take('org_1', 'read', signal);
  assert.equal(await isSettled(third), false);
  (await slots.take('org_2', 'read', signal))();
  first();
  first();
  (await third)();
});

test('too many reads of one organization are refused; work that was done already waits', async () => {
  const slots = createAnswerSlots({ slots: 1, readsPerOrganization: 2 });
  const release = await slots.take('org_1', 'read', signal);
  const waiting = slots.take('org_1', 'read', signal);
  await assert.rejects(slots.take('org_1', 'read', signal), { code: 'concurrency_limit_exceeded', retryAfter: 1 });
  const work = slots.take('org_1', 'work', signal);
  release();
  (await waiting)();
  (await work)();
  (await slots.take('org_1', 'read', signal))();
});

test('whoever left waits no longer and holds nothing', async () => {
  const slots = createAnswerSlots({ slots: 1, readsPerOrganization: 2 });
  const release = await slots.take('org_1', 'read', signal);
  const leaving = new AbortController();
  const left = slots.take('org_1', 'read', leaving.signal);
  leaving.abort(new Error('left'));
  await assert.rejects(left, { message: 'left' });
  const next = slots.take('org_1', 'read', signal);
  release();
  (await next)();
});
