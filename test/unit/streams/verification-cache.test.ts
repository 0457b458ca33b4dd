import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { MOST_CLAIMS } from '#contracts/most-claims.ts';
import { createExpiryWatch } from '#pipeline/periodic/expiry-watch.ts';
import { toStageMessage } from '#platform/events/stage-message.ts';
import { cacheVerifications } from '#streams/verification-cache.ts';
import { createVerificationStreams, type VerificationStreams } from '#streams/verification-streams.ts';
import { claimId, requestedData } from '#test/support/arbitraries.ts';
import { createMemoryEventStore } from '#test/support/memory-event-store.ts';
import { drain } from '#test/support/pipeline/deliver.ts';
import { createHarness, type Harness, verificationsOn } from '#test/support/pipeline/harness.ts';
import { createMemoryVault } from '#test/support/pipeline/memory-vault.ts';
import { requestMetadata } from '#test/support/pipeline/request.ts';
import { assembleResult } from '#test/support/verification-history.ts';

const ID = 'ver_1';
const options = { metadata: requestMetadata(ID) };
const REQUEST = { type: 'RequestVerification', data: requestedData({ verification_id: ID }) } as const;
const FAIL = { type: 'FailVerification', run: 1, reason: 'engine_error', stage: 'extract', failed_at: '' } as const;

/** Counts how often whole streams are read. */
function countReads(harness: Harness): { whole: number } {
  const { readStream } = harness.events;
  const reads = { whole: 0 };
  harness.events.readStream = (stream, options) => {
    if (options?.limit !== 1) reads.whole++;
    return readStream(stream, options);
  };
  return reads;
}

test("after every stage the cached state equals the stream's", async () => {
  const harness = createHarness({ library: ['Whales sing.'] });
  await harness.request('Whales sing. Whales eat krill.');
  const reads = countReads(harness);
  const statuses = new Set<string>();
  await drain(harness.events.log, async (stage, message) => {
    await harness.deliver(stage, message);
    const before = reads.whole;
    const cached = await harness.verifications.load(ID, { policy: 'cached', revision: message.revision });
    assert.equal(reads.whole, before, stage);
    assert.deepEqual(cached, await harness.verifications.load(ID));
    statuses.add(cached.state.head.status);
  });
  assert.deepEqual([...statuses], ['extracted', 'retrieved', 'judged', 'completed']);
});

test('a verification is read once, and its key asked for once, until it is completed', async () => {
  const harness = createHarness({ library: ['Whales sing.'] });
  const { dataKey } = harness.vault;
  const asked: string[] = [];
  harness.vault.dataKey = (id) => {
    asked.push(id);
    return dataKey(id);
  };
  await harness.request('Whales sing.');
  const reads = countReads(harness);
  await drain(harness.events.log, async (stage, message) => {
    if (stage !== 'settle') await harness.deliver(stage, message);
  });
  const completed = await harness.verifications.loadCompleted(ID);
  assert.equal(completed.state.head.status, 'completed');
  assert.deepEqual([reads.whole, asked], [1, [ID]]);
});

test('a result from cached details equals one from opened details', async () => {
  const harness = createHarness({ library: ['Whales sing.'] });
  const { events, vault } = harness;
  await harness.request('Whales sing. Whales eat krill.');
  await harness.run();
  const { state } = await harness.verifications.loadCompleted(ID);
  const { opener } = (await harness.verifications.texts(ID))!;
  const { sealer } = harness;
  const opened = mock.method(sealer, 'open');
  const result = assembleResult(state.head, state.claims.values(), opener);
  assert.equal(opened.mock.callCount(), 0);
  const uncached = (await createVerificationStreams({ events: events, vault, sealer }).texts(ID))!;
  assert.deepEqual(result, assembleResult(state.head, state.claims.values(), uncached.opener));
  assert.equal(result.claims.length, 2);
});

test('a reader told of an event before its append ended waits for the new state', async () => {
  const events = createMemoryEventStore();
  const streams = createVerificationStreams({ events, vault: createMemoryVault(), sealer: createHarness().sealer });
  const appended = Promise.withResolvers<void>();
  let loads = 0;
  const slow: VerificationStreams = {
    ...streams,
    load(...args) {
      loads++;
      return streams.load(...args);
    },
    async execute(...args) {
      const executed = await streams.execute(...args);
      await appended.promise;
      return executed;
    },
  };
  const verifications = cacheVerifications(slow);
  const executing = verifications.execute(ID, REQUEST, { ...options, expectNew: true });
  const loading = verifications.load(ID, { policy: 'cached', revision: 0 });
  appended.resolve();
  const executed = await executing;
  assert.ok(executed.accepted);
  assert.equal((await loading).state, executed.state);
  assert.equal(loads, 0);
});

test('a cached state below the requested revision is read again', async () => {
  const harness = createHarness();
  const other = verificationsOn(harness);
  await harness.verifications.execute(ID, REQUEST, options);
  await other.execute(ID, FAIL, options);
  assert.equal(
    (await harness.verifications.load(ID, { policy: 'cached', revision: 0 })).state.head.status,
    'requested',
  );
  assert.equal((await harness.verifications.load(ID, { policy: 'cached', revision: 1 })).state.head.status, 'failed');
});

test('a command on a state that another process has outdated meets a conflict', async () => {
  const harness = createHarness();
  const other = verificationsOn(harness);
  await harness.verifications.execute(ID, REQUEST, options);
  await other.execute(ID, { type: 'ExpireVerification', reason: 'expired', expired_at: '' }, options);
  const loaded = await harness.verifications.load(ID, { policy: 'cached', revision: 0 });
  const executed = await harness.verifications.execute(ID, FAIL, { ...options, loaded });
  assert.ok(executed.accepted);
  assert.deepEqual([executed.state.head.erasure, executed.revision], ['due', 2]);
});

test('a completed verification is loaded without the reviews that came later', async () => {
  const harness = createHarness({ library: ['Whales sing.'] });
  await harness.request('Whales sing.');
  await harness.run();
  const [claim] = (await harness.verifications.load(ID)).state.claims.values();
  const review = {
    type: 'RecordReview',
    review_id: 'rev_1',
    claim_id: claim!.extracted.claim_id,
    action: 'accept',
    decision: null,
    assigned_to_user_id: null,
    due_at: null,
    reviewer: { type: 'user', id: 'usr_1' },
    recorded_at: '',
    explanation: '',
  } as const;
  const reviewed = await harness.verifications.execute(ID, review, options);
  assert.ok(reviewed.accepted && reviewed.state.claims.get(claim!.extracted.claim_id)!.reviews.length === 1);
  const { state } = await harness.verifications.loadCompleted(ID);
  assert.deepEqual(state.claims.get(claim!.extracted.claim_id)!.reviews, []);
});

test('a completed verification that has expired since is loaded as it was completed', async () => {
  const harness = createHarness({ library: ['Whales sing.'] });
  await harness.request('Whales sing.');
  await harness.run();
  const before = await harness.verifications.loadCompleted(ID);
  await harness.verifications.execute(ID, { type: 'ExpireVerification', reason: 'expired', expired_at: '' }, options);
  assert.deepEqual(await harness.verifications.loadCompleted(ID), { ...before, expired: true });
});

test('the oldest verification makes room for others', async () => {
  const harness = createHarness();
  const content = 'x'.repeat(10_000_000);
  const request = (verification_id: string) =>
    harness.verifications.execute(
      verification_id,
      { type: 'RequestVerification', data: requestedData({ verification_id, content }) },
      options,
    );
  await request('ver_1');
  await request('ver_2');
  const reads = countReads(harness);
  await harness.verifications.load('ver_2', { policy: 'cached', revision: 0 });
  assert.equal(reads.whole, 0);
  await harness.verifications.load('ver_1', { policy: 'cached', revision: 0 });
  assert.equal(reads.whole, 1);
});

test('the largest document is folded once for all stages', async () => {
  const harness = createHarness();
  const content = 'x'.repeat(2_000_000);
  const data = requestedData({ verification_id: ID, content });
  await harness.verifications.execute(ID, { type: 'RequestVerification', data }, options);
  const claims = Array.from({ length: MOST_CLAIMS.document }, (_, ordinal) => ({
    run: 1,
    claim_id: claimId(ordinal),
    ordinal,
    start: ordinal,
    end: ordinal + 1,
    chunk: ordinal,
    page: 1,
    checkable: true,
    not_checkable_reason: null,
    claim_type: 'attribute' as const,
    materiality: 'medium' as const,
    detail: 's1.detail',
  }));
  const completion = {
    run: 1,
    claims: claims.length,
    checkable_claims: claims.length,
    estimated_material_claims: claims.length,
    estimate_method: 'test',
    language: 'en',
    detail: 's1.notes',
  };
  await harness.verifications.execute(ID, { type: 'RecordExtraction', run: 1, claims, completion }, options);
  const reads = countReads(harness);
  const { state } = await harness.verifications.load(ID, { policy: 'cached', revision: claims.length + 1 });
  assert.equal(state.claims.size, claims.length);
  assert.equal(reads.whole, 0);
});

test('nothing of an erased verification stays in the cache', async () => {
  const harness = createHarness({ library: ['Whales sing.'] });
  await harness.request('Whales sing.');
  await harness.run();
  assert.ok(await harness.verifications.texts(ID));
  harness.now.ms += 25 * 3_600_000;
  await createExpiryWatch(harness).run(new AbortController().signal);
  await harness.run();
  const reads = countReads(harness);
  assert.equal((await harness.verifications.load(ID, { policy: 'cached', revision: 0 })).state.head.erasure, 'erased');
  assert.equal(reads.whole, 1);
  assert.equal(await harness.verifications.texts(ID, 'cached'), null);
});

test('a worker caught by the destruction of a key caches nothing', async () => {
  const harness = createHarness();
  const { verifications } = harness;
  await harness.request('Whales sing.');
  const loaded = await verifications.load(ID, { policy: 'cached', revision: 0 });
  assert.ok(await verifications.texts(ID, 'cached'));
  await verifications.forget([ID]);
  await verifications.execute(ID, FAIL, { ...options, loaded });
  const reads = countReads(harness);
  await verifications.load(ID, { policy: 'cached', revision: 0 });
  await verifications.load(ID, { policy: 'cached', revision: 0 });
  assert.equal(reads.whole, 2);
  assert.equal(await verifications.texts(ID, 'cached'), null);
});

test('a stage that is delivered again after the end appends nothing', async () => {
  const harness = createHarness({ library: ['Whales sing.'] });
  await harness.request('Whales sing.');
  await harness.run();
  const before = harness.events.log.length;
  const conclusion = harness.events.log.find(({ type }) => type === 'JudgementCompleted.v1')!;
  await harness.deliver('conclude', toStageMessage('conclude', conclusion));
  await createHarnessOn(harness).deliver('conclude', toStageMessage('conclude', conclusion));
  assert.equal(harness.events.log.length, before);
});

/** The same pipeline with an empty cache. */
function createHarnessOn(harness: Harness): Pick<Harness, 'deliver'> {
  const other = createHarness();
  Object.assign(other.events, harness.events);
  Object.assign(other.vault, harness.vault);
  return other;
}
