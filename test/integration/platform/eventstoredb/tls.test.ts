/** TLS with certificates of a custom authority, by name and by address, and the errors when it fails. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startFailure } from '#apps/start-failure.ts';
import { createEventStoreDbStore } from '#platform/eventstoredb/event-store.ts';
import { AUTHORITY, AUTHORITY_FILE, serverCertificate } from '#test/doubles/tls/certificates.ts';
import { storeOnDouble } from '#test/support/servers/eventstoredb-double.ts';
import { METADATA } from '#test/support/verification-history.ts';

const ID = '00000000-0000-4000-8000-000000000011';
const event = { id: ID, type: 'Counted.v1', data: {}, metadata: METADATA };

describe('EventStoreDB over TLS', () => {
  for (const host of ['localhost', '127.0.0.1']) {
    it(`is reached as ${host}, which its certificate names`, async (context) => {
      const { double } = await storeOnDouble(context, { tls: serverCertificate('here') });
      const byName = `esdb://${host}:${double.port}?tls=true`;
      for (const options of [
        { url: byName, authority: AUTHORITY },
        { url: `${byName}&tlsCAFile=${encodeURIComponent(AUTHORITY_FILE)}` },
      ]) {
        const store = createEventStoreDbStore({ ...options, onError() {} });
        context.after(() => store.close());
        await store.append('s', 'no_stream', [event]);
        assert.equal((await store.readStream('s')).length, 1);
      }
    });

    it(`is refused as ${host} if its certificate has other names or an unknown CA`, async (context) => {
      for (const [name, options, problem] of [
        ['elsewhere', { authority: AUTHORITY }, /names other hosts or addresses.*AdvertiseHostToClientAs/],
        ['here', {}, /signed by no authority that is trusted: set EVIDENCE_CA_FILE/],
      ] as const) {
        const { double } = await storeOnDouble(context, { tls: serverCertificate(name) });
        const url = `esdb://${host}:${double.port}?tls=true`;
        const store = createEventStoreDbStore({ url, ...options, onError() {} });
        context.after(() => store.close());
        const failure = await store.readStream('s').then(
          () => assert.fail('it was reached'),
          (error: unknown) => error,
        );
        assert.equal((failure as { code: string }).code, 'unavailable');
        const { message, exitCode } = startFailure(failure, null);
        assert.match(message, problem);
        assert.equal(exitCode, 2);
      }
    });
  }
});

describe('EventStoreDB addressed without TLS', () => {
  it('that speaks TLS says so at once', async (context) => {
    const { double } = await storeOnDouble(context, { tls: serverCertificate('here') });
    for (const hosts of [`127.0.0.1:${double.port}`, `localhost:${double.port},127.0.0.1:${double.port}`]) {
      const store = createEventStoreDbStore({ url: `esdb://${hosts}?tls=false&maxDiscoverAttempts=1`, onError() {} });
      context.after(() => store.close().catch(() => {}));
      const failure = await store.readStream('s').then(
        () => assert.fail('it was reached'),
        (error: unknown) => error,
      );
      const { message, exitCode } = startFailure(failure, null);
      assert.match(
        message,
        /speaks TLS, and its connection string says tls=false: leave tls=false out of EVENTSTORE_URL/,
      );
      assert.equal(exitCode, 2);
    }
  });
});

describe('a cluster of EventStoreDB', () => {
  it('that is not found for its certificates says so', async (context) => {
    const { double } = await storeOnDouble(context, { tls: serverCertificate('here') });
    for (const hosts of [`127.0.0.1:${double.port}`, `localhost:${double.port},127.0.0.1:${double.port}`]) {
      const url = `esdb${hosts.includes(',') ? '' : '+discover'}://${hosts}?tls=true&maxDiscoverAttempts=1`;
      const store = createEventStoreDbStore({ url, onError() {} });
      context.after(() => store.close().catch(() => {}));
      await assert.rejects(store.readStream('s'), { code: 'unavailable', problem: 'certificate_untrusted' });
    }
  });
});

describe('an account of EventStoreDB', () => {
  it('that may not read $all is told which permission is missing', async (context) => {
    const { store, double, errors } = await storeOnDouble(context);
    double.faults.denied = true;
    await store.append('s', 'no_stream', [event]);
    const failure = await store.head().then(assert.fail, (error: unknown) => error);
    const { message, exitCode } = startFailure(failure, null);
    assert.match(message, /denies this account reading \$all: .*rights/);
    assert.equal(exitCode, 2);
    const stop = new AbortController();
    const reading = store
      .subscribe({ after: '' as never, signal: stop.signal })
      [Symbol.asyncIterator]()
      .next();
    while (errors.length === 0) await new Promise((resolve) => setImmediate(resolve));
    stop.abort();
    await reading;
    assert.match(errors[0]!.message, /denies this account reading \$all/);
  });
});

describe('reads of EventStoreDB', () => {
  it('come from the leader, even when connected to a follower that lags behind', async (context) => {
    const leader = await storeOnDouble(context);
    const { store, double } = await storeOnDouble(context);
    await leader.store.append('s', 'no_stream', [event]);
    double.faults.leader = leader.double.port;
    assert.equal((await store.readStream('s')).length, 1);
    assert.equal(await store.head(), await leader.store.head());
  });
});
