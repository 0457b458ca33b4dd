import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RecordedEvent } from '#contracts/ports/event-store.ts';
import { applyBatch } from '#projectors/batch.ts';
import type { Projection } from '#projectors/projection.ts';
import {
  type ClaimDocument,
  claimDocumentId,
  type TombstoneDocument,
  VERIFICATIONS,
  type VerificationDocument,
} from '#projectors/verifications/document.ts';
import { verificationsProjection } from '#projectors/verifications/projection.ts';
import { anyHistory } from '#test/support/arbitrary-history.ts';
import { createMemoryEventStore } from '#test/support/memory-event-store.ts';
import { createMemoryReadStore } from '#test/support/memory-read-store.ts';
import { given } from '#test/support/projection-spec.ts';
import fc from '#test/support/property.ts';
import { assembleResult, createHistory, type History, open, store } from '#test/support/verification-history.ts';

async function logOf(...histories: History[]): Promise<RecordedEvent[]> {
  const events = createMemoryEventStore();
  for (const history of histories) await store(events, history);
  return [...events.log];
}

const of = (events: RecordedEvent[], type: string) => events.filter((event) => event.type.startsWith(`${type}.`));
const until = (events: RecordedEvent[], type: string) =>
  events.slice(0, events.findLastIndex((event) => event.type.startsWith(`${type}.`)) + 1);
const after = (events: RecordedEvent[], type: string) => events.slice(until(events, type).length);

test('given nothing, when requested, then there is a head without claims', async () => {
  const history = createHistory();
  history.request();
  const spec = await (await given(verificationsProjection)).when(await logOf(history));
  const document = await spec.document<VerificationDocument>(history.id);
  assert.equal(document?.head.status, 'requested');
  assert.equal(document?.organization_id, 'org_1');
  assert.equal((await spec.documents()).length, 1);
});

test('given a request, when it completes, then head and claims equal the folded stream', async () => {
  const history = createHistory({ claims: [{}, {}, {}] }).run();
  const log = await logOf(history);
  const spec = await (await given(verificationsProjection, until(log, 'VerificationRequested'))).when(
    after(log, 'VerificationRequested'),
  );
  assert.deepEqual((await spec.document<VerificationDocument>(history.id))?.head, history.state.head);
  for (const claim of history.state.claims.values()) {
    const id = claimDocumentId(history.id, claim.extracted.ordinal);
    assert.deepEqual((await spec.document<ClaimDocument>(id))?.claim, claim);
  }
});

test('given claims, when they are searched and judged, then the head is left alone', async () => {
  const document = { job_id: 'job_1', page_starts: [0] };
  const history = createHistory({ claims: [{}, {}], request: { document } }).run();
  const log = await logOf(history);
  const spec = await given(verificationsProjection, until(log, 'ExtractionCompleted'));
  const headOf = async () => (await spec.documents()).find(({ id }) => id === history.id);
  const before = await headOf();
  const after = await spec.when([...of(log, 'EvidenceRetrieved'), ...of(log, 'ClaimJudged')]);
  assert.deepEqual(
    (await after.documents()).find(({ id }) => id === history.id),
    before,
  );
});

test('given a completed verification, when a claim is reviewed, then only it changes', async () => {
  const history = createHistory({ claims: [{}, {}] }).run();
  history.review(1, 'accept');
  const log = await logOf(history);
  const spec = await given(verificationsProjection, until(log, 'VerificationCompleted'));
  const before = await spec.documents();
  await spec.when(of(log, 'ReviewRecorded'));
  const changed = (await spec.documents()).filter((document, index) => document.position !== before[index]?.position);
  assert.deepEqual(
    changed.map(({ id }) => id),
    [claimDocumentId(history.id, 1)],
  );
});

test('given any history, when events are redelivered, then nothing is updated', async () => {
  const history = createHistory({ claims: [{}, {}] }).run();
  history.review(0, 'assign', { assignee: 'usr_2' });
  const log = await logOf(history);
  const spec = await given(verificationsProjection, log);
  await spec.notUpdatedBy(log);
  await spec.notUpdatedBy(of(log, 'ReviewRecorded'));
  await spec.notUpdatedBy(log.slice(0, 2));
});

test('given a failed run, when it is restarted, then its claims are removed', async () => {
  const history = createHistory({ claims: [{}, {}] });
  history.request();
  history.extract();
  history.fail();
  history.restart();
  const spec = await given(verificationsProjection, await logOf(history));
  assert.deepEqual(
    (await spec.documents()).map(({ id }) => id),
    [history.id],
  );
});

test('given a completed verification, when it expires, then only a tombstone remains', async () => {
  const history = createHistory({ claims: [{}, {}] }).run();
  history.expire();
  history.erase();
  const log = await logOf(history);
  const spec = await given(verificationsProjection, until(log, 'VerificationExpired'));
  assert.doesNotMatch(JSON.stringify(await spec.documents()), /sealed\|/);
  await spec.when(of(log, 'VerificationErased'));
  const tombstone: TombstoneDocument = {
    kind: 'tombstone',
    organization_id: 'org_1',
    request_id: 'req_1',
    created_at: '2026-03-01T10:00:00.000Z',
    expires_at: '2026-03-02T10:00:00.000Z',
    expired_at: '2026-03-02T10:00:00.000Z',
    erased_at: '2026-03-02T10:00:01.000Z',
  };
  assert.deepEqual(await spec.documents(), [{ id: history.id, position: log.at(-1)?.position, document: tombstone }]);
  await spec.notUpdatedBy(log);
});

test('given an expired verification, when a stage writes late, then no text returns', async () => {
  const history = createHistory({ claims: [{}] });
  history.request();
  history.extract();
  history.expire();
  history.retrieve();
  assert.equal(history.events.at(-1)?.type, 'RetrievalCompleted');
  const spec = await given(verificationsProjection, await logOf(history));
  assert.doesNotMatch(JSON.stringify(await spec.documents()), /sealed\|/);
});

test('claim documents are written before their head', async () => {
  const history = createHistory({ claims: [{}, {}] }).run();
  history.review(0, 'accept');
  const views = createMemoryReadStore();
  let written: string[] = [];
  const watched = {
    ...views,
    apply: async (...args: Parameters<typeof views.apply>) => {
      written = args[1].map(({ id }) => id);
      await views.apply(...args);
    },
  };
  await given(verificationsProjection, await logOf(history), watched);
  assert.deepEqual(written, [claimDocumentId(history.id, 1), claimDocumentId(history.id, 0), history.id]);
});

test('property: the view equals the folded stream for any split into batches', async () => {
  const property = fc.asyncProperty(anyHistory(), fc.array(fc.nat(20), { maxLength: 8 }), async (history, cuts) => {
    const log = await logOf(history);
    const views = createMemoryReadStore();
    const generation = await views.live(VERIFICATIONS);
    for (const batch of cutAt(log, cuts)) {
      const checkpoint = batch.at(-1)!.position;
      await applyBatch(views, generation, verificationsProjection as Projection, batch, checkpoint);
    }
    const root = (await views.get(VERIFICATIONS, history.id))?.document as unknown as
      | VerificationDocument
      | TombstoneDocument;
    const claims = (
      await views.find(VERIFICATIONS, {
        where: { verification_id: history.id },
        sort: { field: 'ordinal', direction: 'ascending' },
        limit: 100,
      })
    ).map(({ document }) => (document as unknown as ClaimDocument).claim);

    const { head, claims: folded } = history.state;
    if (head.erasure !== 'none') {
      assert.equal(root.kind, 'tombstone');
      assert.equal(claims.length, 0);
    } else {
      assert.ok(root.kind === 'verification');
      assert.deepEqual(root.head, head);
      assert.deepEqual(claims, [...folded.values()]);
      if (head.status === 'completed') {
        assert.deepEqual(assembleResult(root.head, claims, open), assembleResult(head, folded.values(), open));
      }
    }
  });
  await fc.assert(property, { numRuns: 200 });
});

function cutAt(log: RecordedEvent[], cuts: number[]): RecordedEvent[][] {
  const points = [...new Set([0, ...cuts.map((cut) => cut % log.length), log.length])].sort((a, b) => a - b);
  return points.slice(1).map((end, index) => log.slice(points[index], end));
}
