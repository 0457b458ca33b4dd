import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from 'node:util';
import {
  BSON,
  MongoErrorLabel,
  MongoInvalidArgumentError,
  MongoNetworkError,
  MongoServerError,
  MongoWriteConcernError,
} from 'mongodb';
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
  // The last four: a router's stale table, a lost cursor, an overloaded server, a full disk.
  for (const code of [50, 64, 10107, 13388, 43, 462]) {
    assert.equal((withoutText(new MongoServerError({ code })) as MongoStoreError).code, 'unavailable');
  }
  assert.equal((withoutText(new MongoNetworkError('gone')) as MongoStoreError).code, 'unavailable');
});

test('a connection lost while a command is written is an unavailable store', () => {
  const ended = Object.assign(new Error('This socket has been ended by the other party'), { code: 'EPIPE' });
  assert.equal((withoutText(ended) as MongoStoreError).code, 'unavailable');
});

test('a failure that a label calls temporary is unavailable, whatever its code', () => {
  for (const label of [MongoErrorLabel.RetryableWriteError, MongoErrorLabel.SystemOverloadedError]) {
    const error = new MongoServerError({ code: 1, errorLabels: [label] });
    assert.equal((withoutText(error) as MongoStoreError).code, 'unavailable');
  }
  assert.equal((withoutText(new MongoServerError({ code: 1 })) as MongoStoreError).code, 'refused');
});

test('a failure without a code is unavailable, as nobody said that a retry fails', () => {
  const error = withoutText(new MongoServerError({ errmsg: 'private' })) as MongoStoreError;
  assert.deepEqual([error.code, error.message], ['unavailable', 'MongoDB: MongoServerError']);
});

test('a write that the majority did not confirm is unavailable', () => {
  const error = new MongoWriteConcernError({ ok: 1, writeConcernError: { code: 64, errmsg: 'private' } });
  assert.equal((withoutText(error) as MongoStoreError).code, 'unavailable');
});

test('what the driver refuses to send is refused, without the text that it quotes', () => {
  for (const error of [new MongoInvalidArgumentError('private'), new BSON.BSONError('key private')]) {
    const clear = withoutText(error) as MongoStoreError;
    assert.equal(clear.code, 'refused');
    assert.doesNotMatch(inspect(clear, { depth: 9, showHidden: true }), /private/);
  }
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
