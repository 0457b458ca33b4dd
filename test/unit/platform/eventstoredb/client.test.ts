import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { connect } from '#platform/eventstoredb/client.ts';

describe('the connection string of EventStoreDB', () => {
  it('is refused where it is malformed, and never repeated: it may hold a password', () => {
    for (const url of [
      '',
      'http://user:secret@host',
      'esdb://user:secret@host:port',
      'esdb://user:secret@host?tls=no',
    ]) {
      assert.throws(
        () => connect(url),
        (error: Error) => {
          assert.match(error.message, /^the connection string of the event store is malformed$/);
          assert.equal(error.cause, undefined);
          return true;
        },
      );
    }
  });

  it('must let conflicts be errors', () => {
    connect('esdb://127.0.0.1:2113?tls=false');
    assert.throws(() => connect('esdb://127.0.0.1:2113?tls=false&throwOnAppendFailure=false'), /throwOnAppendFailure/);
  });
});
