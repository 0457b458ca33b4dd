import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EventStoreError } from '#contracts/ports/event-store.ts';
import { createServer } from '#http/server.ts';

test('an unavailable store is 503 with Retry-After, any other failure is 500', async (context) => {
  const app = createServer();
  context.after(() => app.close());
  app.get('/store', async () => {
    throw new EventStoreError('unavailable', 'the event store does not answer');
  });
  app.get('/bug', async () => {
    throw new TypeError('not a function');
  });
  const away = await app.inject('/store');
  assert.deepEqual([away.statusCode, away.json().error.code], [503, 'service_unavailable']);
  assert.equal(away.headers['retry-after'], '5');
  const bug = await app.inject('/bug');
  assert.deepEqual([bug.statusCode, bug.json().error.code], [500, 'internal_error']);
});
