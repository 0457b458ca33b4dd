import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTerminalWaiter } from '#command-api/verification/terminal-waiter.ts';
import { createMemoryEventStore } from '#test/support/memory-event-store.ts';

test('after a broken subscription is replaced, every waiting call checks its stream', async () => {
  const store = createMemoryEventStore();
  let subscriptions = 0;
  const waiter = createTerminalWaiter({
    ...store,
    subscribe(options) {
      if (++subscriptions > 1) return store.subscribe(options);
      // biome-ignore lint/correctness/useYield: it breaks before the first message
      return (async function* () {
        throw new Error('the server is gone');
      })();
    },
  });
  const { ended } = waiter.wait('verification-ver_1', 10_000);
  assert.deepEqual(await ended, { outcome: 'ended' });
  assert.equal(subscriptions, 2);

  const later = waiter.wait('verification-ver_1', 10_000);
  await waiter.stop();
  assert.deepEqual(await later.ended, { outcome: 'stopped' });
});
