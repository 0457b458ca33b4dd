import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Caller } from '#command-api/caller.ts';
import type { CommandDependencies } from '#command-api/dependencies.ts';
import { outcomeOf } from '#command-api/verification/outcome.ts';
import { appendRequest } from '#command-api/verification/request.ts';
import { type AdmittedOrder, runToEnd } from '#command-api/verification/run-to-end.ts';
import type { Ended, TerminalWaiter } from '#command-api/verification/terminal-waiter.ts';
import { ApiError } from '#contracts/errors.ts';
import { EventStoreError } from '#contracts/ports/event-store.ts';
import { KeyVaultError } from '#contracts/ports/key-vault.ts';
import { SCOPES } from '#contracts/vocabulary.ts';
import { VERIFICATION } from '#domain/verification/decider.ts';
import type { Client } from '#http/client.ts';
import { createExpiryWatch } from '#pipeline/periodic/expiry-watch.ts';
import { verifyResponse } from '#results/json.ts';
import { wholeResult } from '#results/records.ts';
import type { ShownVerification } from '#results/shown.ts';
import { execute } from '#streams/repository.ts';
import { requestedData } from '#test/support/arbitraries.ts';
import { createHarness, type Harness } from '#test/support/pipeline/harness.ts';
import { requestMetadata } from '#test/support/pipeline/request.ts';

const { policy, engine } = requestedData({});
const responseOf = async (shown: ShownVerification) => verifyResponse(await wholeResult(shown));
const ENDED: Ended = { outcome: 'ended' };

const caller: Caller = {
  organization_id: 'org_1',
  key_id: 'key_1',
  user_id: 'usr_1',
  project_id: null,
  role: 'owner',
  scopes: SCOPES,
  quota_per_hour: 100,
  monthly_cost_limit_cents: null,
  metadata: requestMetadata('ver_1'),
  concerns() {},
};

function admitted(harness: Harness, start: AdmittedOrder['start']): AdmittedOrder {
  return {
    outcome: 'run',
    start,
    call: null,
    lease: null,
    run: start === 'append' ? 1 : 2,
    deadline: harness.now.ms + 60_000,
    client: null,
    order: {
      verification_id: 'ver_1',
      kind: 'text',
      content: 'Whales sing.',
      question: '',
      profile: 'general_web',
      policy,
      mode: 'thorough',
      source_set_id: null,
      retention: { retention_hours: 24, zero_retention: false },
      bytes: 12,
      cost_cents: 2,
    },
  };
}

function clientWith(takeResponseSlot: Client['takeResponseSlot']): Client {
  return { served: new Promise(() => {}), takeResponseSlot };
}

/** Each wait returns what the next given function returns. */
function dependenciesOf(harness: Harness, waits: (() => Promise<Ended>)[]): CommandDependencies {
  const waiter: TerminalWaiter = {
    wait: () => ({ ended: waits.shift()!(), cancel() {} }),
    stop: async () => {},
  };
  const { events, verifications, vault, sealer, clock } = harness;
  return {
    events,
    verifications,
    vault,
    sealer,
    clock,
    waiter,
    engineOf: async () => engine,
    // The response is sent before views show the verification.
    projected: () => new Promise(() => {}),
    secrets: { pepper: new Uint8Array(32), fingerprint: new Uint8Array(32) },
    settings: { syncTimeoutMs: 60_000, tariff: { cents_per_started_10_kb: 2 } },
  } as unknown as CommandDependencies;
}

test('a late end of the previous run does not end the wait for this one', async () => {
  const harness = createHarness({ library: ['Whales sing.'] });
  await appendRequest(dependenciesOf(harness, []), caller, admitted(harness, 'append').order);
  await execute(
    harness.events,
    VERIFICATION,
    'ver_1',
    {
      type: 'FailVerification',
      run: 1,
      reason: 'engine_timeout',
      stage: 'extract',
      failed_at: '2026-01-01T00:00:01.000Z',
    },
    { metadata: caller.metadata, eventId: () => '00000000-0000-7000-8000-000000000001' },
  );
  const late = async () => ENDED;
  const real = async () => {
    await harness.run();
    return ENDED;
  };
  const dependencies = dependenciesOf(harness, [late, real, late]);
  const askedAfter: string[] = [];
  let given = 0;
  const takeResponseSlot = async () => {
    askedAfter.push(String(harness.events.log.at(-1)?.type));
    return () => void given++;
  };
  const { result } = await runToEnd(
    dependencies,
    caller,
    { ...admitted(harness, 'restart'), client: clientWith(takeResponseSlot) },
    responseOf,
  );
  assert.equal(result.claims.length, 1);
  assert.equal(askedAfter.at(-1), 'VerificationCompleted.v1');
  // All but the last time there was nothing to respond yet.
  assert.deepEqual([askedAfter.length, given], [2, 1]);
});

test('a call whose response gets no slot in time is a timeout', async () => {
  const harness = createHarness({ library: ['Whales sing.'] });
  const ended = async () => {
    await harness.run();
    harness.now.ms += 59_000;
    return ENDED;
  };
  const waits: number[] = [];
  const takeResponseSlot = async (_of: string, withinMs?: number) => {
    waits.push(withinMs!);
    throw new ApiError('timeout');
  };
  const order = { ...admitted(harness, 'append'), client: clientWith(takeResponseSlot) };
  const later = () => new Promise<Ended>(() => {});
  await assert.rejects(runToEnd(dependenciesOf(harness, [ended, later]), caller, order, responseOf), {
    code: 'timeout',
  });
  assert.deepEqual(waits, [1_000]);
});

test('a call that finds the verification ended responds at once', async () => {
  const harness = createHarness({ library: ['Whales sing.'] });
  const { order } = admitted(harness, 'append');
  await appendRequest(dependenciesOf(harness, []), caller, order);
  await harness.run();
  const never = async (): Promise<Ended> => ({ outcome: 'timed_out' });
  const { result } = await runToEnd(dependenciesOf(harness, [never]), caller, admitted(harness, 'append'), responseOf);
  assert.equal(result.claims.length, 1);
});

test('an id whose key was destroyed before use requires another idempotency key', async () => {
  const harness = createHarness();
  await harness.vault.shred(['ver_1']);
  const pending = async () => ENDED;
  await assert.rejects(runToEnd(dependenciesOf(harness, [pending]), caller, admitted(harness, 'append'), responseOf), {
    code: 'idempotency_result_not_retained',
  });
  assert.equal(harness.events.log.length, 0);
});

test('a text is kept as long as its event says, even if its key is hours older', async () => {
  for (const zero_retention of [false, true]) {
    const harness = createHarness({ library: ['Whales sing.'] });
    const { order } = admitted(harness, 'append');
    const made = new Date(harness.now.ms + 60_000).toISOString();
    await harness.vault.createDataKey('ver_1', {
      organization_id: 'org_1',
      expires_at: made,
      ephemeral: zero_retention,
    });
    harness.now.ms += 5 * 3_600_000;
    const retention = { retention_hours: zero_retention ? 0 : 24, zero_retention };
    await appendRequest(dependenciesOf(harness, []), caller, { ...order, retention });
    const due = harness.now.ms + (zero_retention ? 60_000 : 24 * 3_600_000);
    assert.deepEqual(await harness.vault.due(new Date(due - 1).toISOString(), 10), []);
    assert.equal((await harness.vault.due(new Date(due).toISOString(), 10)).length, 1);
  }
});

test('a repeated request does not change when the key is due', async () => {
  const harness = createHarness();
  const { order } = admitted(harness, 'append');
  await appendRequest(dependenciesOf(harness, []), caller, order);
  const due = harness.now.ms + 24 * 3_600_000;
  harness.now.ms += 1_000;
  await appendRequest(dependenciesOf(harness, []), caller, order);
  assert.equal((await harness.vault.due(new Date(due).toISOString(), 10)).length, 1);
});

test('a verification without its key is not shown, even if its details are cached', async () => {
  const harness = createHarness({ library: ['Whales sing.'] });
  const dependencies = dependenciesOf(harness, []);
  await appendRequest(dependencies, caller, admitted(harness, 'append').order);
  await harness.run();
  await harness.vault.shred(['ver_1']);
  assert.equal((await outcomeOf(dependencies, 'ver_1')).state, 'erased');
});

const zeroRetention = { retention_hours: 0, zero_retention: true };

/** Sends a zero-retention request that gets a response, and returns what was logged meanwhile. */
async function answeredWithoutRetention(harness: Harness) {
  const lines: object[] = [];
  const late = async () => ENDED;
  const real = async () => {
    await harness.run();
    return ENDED;
  };
  const dependencies = {
    ...dependenciesOf(harness, [late, real, late]),
    logger: { error: (fields: object) => void lines.push(fields) },
  };
  const { order, ...rest } = admitted(harness, 'append');
  const asked = { ...rest, order: { ...order, retention: zeroRetention } };
  const { result } = await runToEnd(dependencies, caller, asked, responseOf);
  return { result, lines };
}

test('a failed erasure does not fail the response; the expiry watch erases the text', async () => {
  for (const failing of ['store', 'vault'] as const) {
    const harness = createHarness({ library: ['Whales sing.'] });
    const { append } = harness.events;
    const { shred } = harness.vault;
    if (failing === 'vault') {
      harness.vault.shred = () => Promise.reject(new KeyVaultError('unavailable', 'the vault is away'));
    } else {
      harness.events.append = (stream, revision, events) =>
        events.some(({ type }) => type === 'VerificationExpired.v1')
          ? Promise.reject(new EventStoreError('unavailable', 'the store is away'))
          : append.call(harness.events, stream, revision, events);
    }
    const { result, lines } = await answeredWithoutRetention(harness);
    assert.equal(result.claims.length, 1);
    const ids = { request_id: caller.metadata.request_id, verification_id: 'ver_1' };
    assert.deepEqual(
      lines.map((line) => ({ ...line, err: null })),
      [{ ...ids, err: null }],
    );

    Object.assign(harness.vault, { shred });
    Object.assign(harness.events, { append });
    harness.now.ms += 60_000;
    await createExpiryWatch(harness).run(new AbortController().signal);
    await harness.run();
    assert.equal(harness.events.log.at(-1)?.type, 'VerificationErased.v1', failing);
    assert.equal(await harness.vault.dataKey('ver_1'), null);
  }
});

test('a call whose turn never came settles its reservation, unless a retry has begun', async () => {
  const harness = createHarness();
  const settled: string[] = [];
  const admission = { settleCost: async (id: string, cents: number) => void settled.push(`${id} ${cents}`) };
  const dependencies = { ...dependenciesOf(harness, []), operations: { admission } } as unknown as CommandDependencies;
  const late = { ...admitted(harness, 'append'), deadline: harness.now.ms };
  await assert.rejects(runToEnd(dependencies, caller, late, responseOf), { code: 'timeout' });
  assert.deepEqual(settled, ['ver_1 0']);
  await appendRequest(dependencies, caller, late.order);
  await assert.rejects(runToEnd(dependencies, caller, late, responseOf), { code: 'timeout' });
  assert.deepEqual(settled, ['ver_1 0']);
});
