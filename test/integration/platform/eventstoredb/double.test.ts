/** Verifies the double, on which other suites depend. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { appendFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import {
  ANY,
  type AppendExpectedRevision,
  EventStoreDBClient,
  jsonEvent,
  MaxAppendSizeExceededError,
  NO_STREAM,
  START,
  UnknownError,
  WrongExpectedVersionError,
} from '@eventstore/db-client';
import { startEventStoreDouble } from '#test/doubles/eventstoredb/server.ts';
import { unique } from '#test/support/events.ts';
import { eventually } from '#test/support/eventually.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

async function doubleAndClient(context: TestContext) {
  const folder = await temporaryFolder();
  const data = join(folder.path, 'events.log');
  let double = await startEventStoreDouble({ data });
  const client = EventStoreDBClient.connectionString(double.url);
  context.after(async () => {
    await client.dispose();
    await double.stop();
    await folder.remove();
  });
  return {
    client,
    data,
    get double() {
      return double;
    },
    async restart(meanwhile: () => void = () => {}) {
      await double.stop();
      meanwhile();
      double = await startEventStoreDouble({ data, port: double.port });
    },
  };
}

const event = (data: object = {}) => jsonEvent({ id: randomUUID(), type: 'Tested', data: { ...data } });

async function idsOf(client: EventStoreDBClient, stream: string): Promise<string[]> {
  const ids: string[] = [];
  for await (const { event } of client.readStream(stream)) ids.push(event!.id);
  return ids;
}

describe('the double of EventStoreDB, through the unmodified client', { timeout: 60_000 }, () => {
  it('accepts batch appends, and detects repeats by position and revision only', async (context) => {
    const { client, double } = await doubleAndClient(context);
    const stream = unique('double');
    const [a, b] = [event(), event()];
    const write = (events: (typeof a)[], expectedRevision: AppendExpectedRevision) =>
      client.appendToStream(stream, events, { expectedRevision });
    const first = await write([a, b], NO_STREAM);
    assert.deepEqual(await write([a, b], NO_STREAM), first);
    assert.equal((await write([a], NO_STREAM)).nextExpectedRevision, 0n);
    for (const refused of [
      [b, a],
      [a, b, event()],
    ]) {
      await assert.rejects(write(refused, NO_STREAM), (error: WrongExpectedVersionError) => {
        assert.ok(error instanceof WrongExpectedVersionError);
        assert.deepEqual([error.expectedVersion, error.actualVersion], ['no_stream', 1n]);
        return true;
      });
    }
    assert.equal((await write([a, b], 1n)).nextExpectedRevision, 3n, 'the same ids are written again');
    assert.deepEqual(await idsOf(client, stream), [a.id, b.id, a.id, b.id]);
    assert.ok(double.calls.batchAppend > 0 && double.calls.append === 0);
  });

  it('forgets only idempotent appends for any revision on a restart', async (context) => {
    const under = await doubleAndClient(context);
    const stream = unique('double');
    const one = event();
    const write = () => under.client.appendToStream(stream, one, { expectedRevision: ANY });
    await write();
    await write();
    assert.deepEqual(await idsOf(under.client, stream), [one.id]);
    await under.restart();
    // The first call after a break fails, and makes the client reconnect.
    await write().catch(write);
    assert.deepEqual(await idsOf(under.client, stream), [one.id, one.id]);
  });

  it('limits the sum of an append', async (context) => {
    const { client } = await doubleAndClient(context);
    const half = () => event({ text: 'x'.repeat(530_000) });
    const options = { expectedRevision: NO_STREAM } as const;
    await assert.rejects(
      client.appendToStream(unique('double'), [half(), half()], options),
      (error) => error instanceof MaxAppendSizeExceededError && error.maxAppendSize === 1_048_576,
    );
    await client.appendToStream(unique('double'), [half()], options);
  });

  it('rejects all pending batch appends when one message is too large', async (context) => {
    const { client, double } = await doubleAndClient(context);
    const options = { expectedRevision: NO_STREAM } as const;
    double.faults.appends = 'silent';
    const streams = Array.from({ length: 8 }, () => unique('double'));
    const small = streams.map((stream) => client.appendToStream(stream, event(), options));
    const rejected = Promise.all(small.map((append) => assert.rejects(append, UnknownError)));
    await eventually('the small ones to be written', () => double.calls.batchAppend === streams.length);
    await assert.rejects(client.appendToStream(unique('double'), event({ text: 'x'.repeat(18_000_000) }), options));
    await rejected;
    for (const stream of streams) assert.equal((await idsOf(client, stream)).length, 1, 'although it was written');
  });

  it('fails without a code while it starts', async (context) => {
    const { client, double } = await doubleAndClient(context);
    const write = () => client.appendToStream(unique('double'), event(), { expectedRevision: NO_STREAM });
    await write();
    double.faults.booting = 1;
    await assert.rejects(write(), (error) => error instanceof UnknownError && error.code === undefined);
    await write();
  });

  it('begins reads at a position and subscriptions after it', async (context) => {
    const { client } = await doubleAndClient(context);
    const three = [event(), event(), event()];
    await client.appendToStream(unique('double'), three, { expectedRevision: NO_STREAM });
    const positions = [];
    for await (const { event } of client.readAll({ fromPosition: START })) positions.push(event!.position);
    const [second] = positions.slice(-2);
    const read: string[] = [];
    for await (const { event } of client.readAll({ fromPosition: second! })) read.push(event!.id);
    assert.deepEqual(
      read,
      three.slice(1).map(({ id }) => id),
    );
    const subscription = client.subscribeToAll({ fromPosition: second! });
    for await (const { event } of subscription) {
      assert.equal(event?.id, three[2]!.id);
      break;
    }
    await subscription.unsubscribe();
    const within = { commit: second!.commit + 1n, prepare: second!.prepare + 1n };
    const failing = (async () => {
      for await (const _ of client.readAll({ fromPosition: within }));
    })();
    await assert.rejects(failing, (error) => error instanceof UnknownError && error.code === 2);
  });

  it('drops the half of an append that a kill left in its file', async (context) => {
    const under = await doubleAndClient(context);
    const stream = unique('double');
    const one = event();
    await under.client.appendToStream(stream, one, { expectedRevision: NO_STREAM });
    const { size } = statSync(under.data);
    await under.restart(() => appendFileSync(under.data, `{"s":"${stream}","t":1,"e":[["cut`));
    assert.equal(statSync(under.data).size, size);
    assert.deepEqual(await idsOf(under.client, stream).catch(() => idsOf(under.client, stream)), [one.id]);
  });
});
