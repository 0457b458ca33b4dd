import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KeyedLock } from '#common/keyed-lock.ts';

test('work on one key runs in turn, also after a failure; other keys do not wait', async () => {
  const lock = new KeyedLock();
  const seen: string[] = [];
  const gate = Promise.withResolvers<void>();
  const first = lock.run('a', async () => {
    await gate.promise;
    seen.push('a1');
    throw new Error('no');
  });
  const second = lock.run('a', async () => seen.push('a2'));
  await lock.run('b', async () => seen.push('b'));
  assert.deepEqual(seen, ['b']);
  gate.resolve();
  await assert.rejects(first, /no/);
  await second;
  assert.deepEqual(seen, ['b', 'a1', 'a2']);
});

test('idle waits for all that was begun', async () => {
  const lock = new KeyedLock();
  let done = 0;
  for (const key of ['a', 'a', 'b']) {
    void lock.run(key, async () => {
      await Promise.resolve();
      done++;
    });
  }
  await lock.idle();
  assert.equal(done, 3);
});
