import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { connect } from '#platform/eventstoredb/client.ts';

describe('the connection string of EventStoreDB', () => {
  it('is refused if malformed, and never repeated, as it may hold a password', () => {
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

  it('may call the database by its other name', () => {
    for (const url of ['kurrentdb://127.0.0.1:2113?tls=false', 'kurrentdb+discover://cluster.example:2113?tls=true']) {
      assert.doesNotThrow(() => connect(url));
    }
  });

  it('must leave reads to the leader: a follower may not know that a key was revoked', () => {
    connect('esdb+discover://127.0.0.1:2113?nodePreference=Leader');
    for (const preference of ['follower', 'random', 'readOnlyReplica']) {
      const url = `esdb+discover://user:secret@127.0.0.1:2113?nodePreference=${preference}`;
      assert.throws(() => connect(url), { code: 'event_store_url', message: /must leave nodePreference at leader/ });
    }
  });

  it('is refused with an unknown option, for which the client would print all of it', () => {
    const url = 'esdb://user:secret@127.0.0.1:2113?tls=true';
    assert.throws(() => connect(`${url}&verify=no`), {
      message: 'the connection string of the event store has no option verify',
    });
    connect(`${url}&tlsVerifyCert=true`);
    assert.throws(() => connect(`${url}&tlsVerifyCert=false`), /^EventStoreUrlError: .* must leave tlsVerifyCert on$/);
    const missing = 'esdb://127.0.0.1:2113?tlsCAFile=/no/such/file';
    assert.throws(() => connect(missing), /names a file as tlsCAFile that can't be read \(ENOENT\)/);
  });

  it('must report conflicts as errors', () => {
    connect('esdb://127.0.0.1:2113?tls=false');
    assert.throws(() => connect('esdb://127.0.0.1:2113?tls=false&throwOnAppendFailure=false'), /throwOnAppendFailure/);
  });
});
