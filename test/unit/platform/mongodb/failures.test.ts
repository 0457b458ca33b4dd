import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from 'node:util';
import { MongoNetworkError, MongoServerError } from 'mongodb';
import { MongoStoreError, translatingFailures, withoutText } from '#platform/mongodb/failures.ts';

test('errors for callers contain nothing that the driver quotes', () => {
  const error = new MongoServerError({ code: 11000, codeName: 'DuplicateKey', errmsg: 'dup key: { name: "private" }' });
  Object.assign(error, { keyValue: { name: 'private' } });
  const clear = withoutText(error);
  assert.ok(clear instanceof MongoStoreError);
  assert.equal(clear.code, 'refused');
  assert.match(clear.message, /11000/);
  assert.doesNotMatch(inspect(clear, { depth: 9, showHidden: true }), /private/);
});

test('temporary failures are called unavailable', () => {
  for (const code of [50, 64, 10107]) {
    assert.equal((withoutText(new MongoServerError({ code })) as MongoStoreError).code, 'unavailable');
  }
  assert.equal((withoutText(new MongoNetworkError('gone')) as MongoStoreError).code, 'unavailable');
});

test('a connection lost while a command is written is an unavailable store', () => {
  const ended = Object.assign(new Error('This socket has been ended by the other party'), { code: 'EPIPE' });
  assert.equal((withoutText(ended) as MongoStoreError).code, 'unavailable');
});

test('other errors are unchanged', async () => {
  const error = new RangeError('no');
  const store = translatingFailures({ fail: () => Promise.reject(error) }, withoutText);
  await assert.rejects(store.fail(), (thrown) => thrown === error);
});

test('a server without room on its disk is storage that takes no writes', () => {
  const full = withoutText(new MongoServerError({ code: 14031, codeName: 'OutOfDiskSpace' }));
  assert.deepEqual(
    [(full as MongoStoreError).code, (full as { reason?: string }).reason],
    ['storage_unwritable', 'full'],
  );
});
