import assert from 'node:assert/strict';
import { test } from 'node:test';
import { VERIFICATION } from '#domain/verification/decider.ts';
import { claimsWithoutDetails } from '#domain/verification/details.ts';
import type { FoldedClaim } from '#domain/verification/state.ts';
import { claimDetails } from '#streams/claim-details.ts';
import { load } from '#streams/repository.ts';
import { createMemoryEventStore } from '#test/support/memory-event-store.ts';
import { NO_DETAILS_LEFT } from '#test/support/no-details-left.ts';
import { drain } from '#test/support/pipeline/deliver.ts';
import { createHarness } from '#test/support/pipeline/harness.ts';
import { createHistory, store } from '#test/support/verification-history.ts';

const LONG = 600;

async function stored(claims: number) {
  const events = createMemoryEventStore();
  const history = createHistory({ claims: new Array(claims).fill({ passages: ['supports'] }) }).run();
  await store(events, history);
  const id = history.state.head.request!.verification_id;
  return { events, id, history, ...(await load(events, VERIFICATION, id)) };
}

const isWhole = ({ extracted, evidence, judged }: FoldedClaim) =>
  [extracted, evidence, judged].every((data) => data === null || typeof data.detail === 'string');

test('a short text keeps its details in its state, and nothing more is read', async () => {
  const { events, id, history, state } = await stored(20);
  const claims = [...state.claims.values()];
  events.readStream = () => assert.fail('read');
  assert.deepEqual(await claimDetails(events, id)(claims), claims);
  assert.deepEqual(claims, [...history.state.claims.values()]);
  assert.equal(claimsWithoutDetails(state), 0);
});

test('a long text leaves details in its stream, which come back as they were', async () => {
  const { events, id, history, state } = await stored(LONG);
  const claims = [...state.claims.values()];
  const left = claims.filter((claim) => !isWhole(claim));
  assert.ok(left.length >= claimsWithoutDetails(state) && left.length > 0);
  assert.deepEqual(await claimDetails(events, id)(claims), [...history.state.claims.values()]);
  await assert.rejects(NO_DETAILS_LEFT(claims), RangeError);
});

test('neighbours are read together, and little besides', async () => {
  const { events, id, state } = await stored(LONG);
  const { readStream } = events;
  const reads: number[] = [];
  events.readStream = async (...args) => {
    const read = await readStream(...args);
    reads.push(read.length);
    return read;
  };
  await claimDetails(events, id)([...state.claims.values()].slice(550, 560));
  assert.deepEqual(reads, [10, 10, 10]);
});

test('of what a caller has no use for, the details stay in the stream', async () => {
  const { events, id, history, state } = await stored(LONG);
  const { readStream } = events;
  let read = 0;
  events.readStream = async (...args) => {
    const page = await readStream(...args);
    read += page.length;
    return page;
  };
  const [claim] = [...state.claims.values()].slice(599);
  const [whole] = [...history.state.claims.values()].slice(599);
  const [some] = await claimDetails(events, id)([claim!], ['extracted', 'judged']);
  assert.equal(read, 2);
  assert.deepEqual([some!.extracted, some!.judged], [whole!.extracted, whole!.judged]);
  assert.deepEqual(some!.evidence, claim!.evidence);
});

test('after every stage of a long text the cached state equals that of its stream', async () => {
  const sentences = Array.from({ length: LONG }, (_, i) => `Hall ${i} was opened in ${1000 + i}.`);
  const harness = createHarness({ library: ['Halls.'] });
  await harness.request(sentences.join(' '));
  await drain(harness.events.log, async (stage, message) => {
    await harness.deliver(stage, message);
    const cached = await harness.verifications.load('ver_1', { policy: 'cached', revision: message.revision });
    assert.deepEqual(cached, await harness.verifications.load('ver_1'), stage);
  });
  const { state } = await harness.verifications.load('ver_1');
  assert.equal(state.head.status, 'completed');
  assert.ok(claimsWithoutDetails(state) > 0);
  assert.equal(state.head.completion?.counts.unverifiable, LONG);
});
