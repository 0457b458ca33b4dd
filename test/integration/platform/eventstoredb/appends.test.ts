import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MAX_APPEND_BYTES } from '#contracts/ports/event-store.ts';
import { append, newEvent, newEvents, unique } from '#test/support/events.ts';
import { eventually } from '#test/support/eventually.ts';
import { storeOnDouble } from '#test/support/servers/eventstoredb-double.ts';

/** Short enough that a test can wait for it. */
const SOON_MS = 200;
/** Longer than any response of the double takes. */
const LATER_MS = 20_000;

describe('appends to an EventStoreDB that fails', { timeout: 60_000 }, () => {
  const ids = (events: readonly { id: string }[]) => events.map(({ id }) => id);

  for (const appends of ['silent', 'deaf'] as const) {
    const what = appends === 'silent' ? 'was written but not answered' : 'was lost on the way';
    it(`repeats an append that ${what}, and writes it once`, async (context) => {
      const { store, double } = await storeOnDouble(context, { appendTimeoutMs: SOON_MS });
      const stream = unique('pending');
      double.faults.appends = appends;
      const events = newEvents(3);
      const pending = append(store, stream, 'no_stream', events);
      await eventually('the append to be repeated', () => double.calls.append > 1);
      double.faults.appends = 'answered';
      const result = await pending;
      assert.equal(result.revision, 2);
      const stored = await store.readStream(stream);
      assert.deepEqual(ids(stored), ids(events));
      assert.equal(result.position, stored.at(-1)?.position);
    });
  }

  it('gives up on a server that stays silent: it may have been written', async (context) => {
    const { store, double } = await storeOnDouble(context, { appendTimeoutMs: SOON_MS });
    const stream = unique('pending');
    double.faults.appends = 'silent';
    const events = newEvents(1);
    await assert.rejects(store.append(stream, 'no_stream', events), { code: 'unavailable' });
    double.faults.appends = 'answered';
    await append(store, stream, 'no_stream', events);
    assert.deepEqual(ids(await store.readStream(stream)), ids(events));
  });

  it('gives up when it is closed', async (context) => {
    const { store, double } = await storeOnDouble(context, { appendTimeoutMs: SOON_MS });
    double.faults.appends = 'deaf';
    const pending = store.append(unique('pending'), 'no_stream', newEvents(1));
    await eventually('the append to arrive', () => double.calls.append > 0);
    await Promise.all([store.close(), assert.rejects(pending, { code: 'unavailable' })]);
  });

  for (const fault of ['refuse', 'booting'] as const) {
    it(`succeeds once a server recovers from the fault "${fault}"`, async (context) => {
      const { store, double } = await storeOnDouble(context);
      double.faults[fault] = 3;
      const stream = unique('retry');
      await append(store, stream, 'no_stream', newEvents(1));
      double.faults[fault] = 3;
      assert.equal((await store.readStream(stream)).length, 1);
      double.faults[fault] = 3;
      assert.ok((await store.head()).length > 0);
    });
  }

  it('reports unavailable, for reads too, if nothing listens', async (context) => {
    const under = await storeOnDouble(context, { appendTimeoutMs: SOON_MS });
    await under.double.stop();
    await assert.rejects(under.store.append(unique('down'), 'no_stream', newEvents(1)), { code: 'unavailable' });
    await assert.rejects(under.store.readStream(unique('down')), { code: 'unavailable' });
    await assert.rejects(under.store.head(), { code: 'unavailable' });
  });

  it('returns conflicts at once, without another attempt', async (context) => {
    const { store, double } = await storeOnDouble(context, { appendTimeoutMs: LATER_MS });
    const stream = unique('conflict');
    await append(store, stream, 'no_stream', newEvents(2));
    const { append: before } = double.calls;
    const refused = { outcome: 'wrong_expected_revision', expected: 'no_stream', actual: 1 };
    assert.deepEqual(await store.append(stream, 'no_stream', newEvents(1)), refused);
    assert.equal(double.calls.append, before + 1);
  });

  it('fails only the bad or oversized one of concurrent appends', async (context) => {
    const { store, double } = await storeOnDouble(context, { appendTimeoutMs: LATER_MS });
    const streams = Array.from({ length: 64 }, () => unique('beside'));
    const good = streams.map((stream) => append(store, stream, 'no_stream', newEvents(2)));
    const bad = [
      newEvent('Tested.v1', { text: 'x'.repeat(18_000_000) }),
      newEvent('', {}),
      newEvent('Tested.v1', {}, { id: 'none' }),
      newEvent('Tested.v1', { value: 1n } as never),
    ];
    const refused = await Promise.allSettled(bad.map((event) => store.append(unique('bad'), 'no_stream', [event])));
    assert.deepEqual(
      refused.map((result) => result.status === 'rejected' && (result.reason as { code?: string }).code),
      ['append_too_large', 'append_invalid', 'append_invalid', 'append_invalid'],
    );
    await Promise.all(good);
    assert.equal(double.calls.append, 64, 'nothing malformed was sent');
  });

  it("reports too large if the server's limit is below the port's", async (context) => {
    const { store } = await storeOnDouble(context);
    // The server also counts type names, and these exceed what the port's limit leaves for them.
    const events = Array.from({ length: 3_000 }, () => newEvent(`T${'y'.repeat(120)}.v1`));
    const bytes = events.reduce((sum, e) => sum + JSON.stringify(e.data).length + JSON.stringify(e.metadata).length, 0);
    assert.ok(bytes < MAX_APPEND_BYTES);
    const refused = store.append(unique('large'), 'no_stream', events);
    await assert.rejects(refused, { code: 'append_too_large' });
  });

  it('never uses the stream that all appends of the process would share', async (context) => {
    const { store, double } = await storeOnDouble(context);
    await Promise.all(Array.from({ length: 20 }, () => append(store, unique('own'), 'no_stream', newEvents(1))));
    assert.deepEqual(double.calls, { append: 20, batchAppend: 0, read: 0 });
  });
});
