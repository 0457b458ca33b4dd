import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RecordedEvent } from '#contracts/ports/event-store.ts';
import {
  OTHERS,
  TOLD_APART_PER_DAY,
  type UsageDayDocument,
  usageDayId,
  usageRunId,
} from '#projectors/usage/document.ts';
import { usageProjection } from '#projectors/usage/projection.ts';
import { createMemoryEventStore } from '#test/support/memory-event-store.ts';
import { given } from '#test/support/projection-spec.ts';
import { createHistory, type History, store } from '#test/support/verification-history.ts';

const DAY = usageDayId('org_1', '2026-03-01');

async function recorded(...histories: readonly History[]): Promise<RecordedEvent[]> {
  const events = createMemoryEventStore();
  for (const history of histories) await store(events, history);
  return [...events.log];
}

function verification(number: number, request: object = {}): History {
  const id = `ver_${String(number).padStart(32, '0')}`;
  return createHistory({
    id,
    organization_id: 'org_1',
    claims: [{}, {}],
    request: { bytes: 10, cost_cents: 2, ...request },
  });
}

const totalsIn = (day: UsageDayDocument | null) => {
  const { requests, verified_bytes, claims, cost_cents } = day!.totals;
  return { requests, verified_bytes, claims, cost_cents };
};

test('a run is a request when it begins; bytes, claims and cost count when it ends', async () => {
  const history = verification(1);
  history.request();
  const begun = await recorded(history);
  const spec = await given(usageProjection, begun);
  const day = () => spec.document<UsageDayDocument>(DAY);
  assert.deepEqual(totalsIn(await day()), { requests: 1, verified_bytes: 0, claims: 0, cost_cents: 0 });
  history.run();
  await spec.when((await recorded(history)).slice(begun.length));
  assert.deepEqual(totalsIn(await day()), { requests: 1, verified_bytes: 10, claims: 2, cost_cents: 2 });
  assert.equal(await spec.document(usageRunId(history.id)), null, 'nothing is kept of what can not change any more');
});

test('bytes are charged on the day on which their completion was recorded', async () => {
  const history = verification(1).run();
  const log = await recorded(history);
  const late = log.map((event) =>
    event.type.startsWith('VerificationCompleted') ? { ...event, recorded_at: '2026-03-02T05:00:00.000Z' } : event,
  );
  const spec = await given(usageProjection, late);
  const dayOf = (date: string) => spec.document<UsageDayDocument>(usageDayId('org_1', date));
  const [began, ended] = [await dayOf('2026-03-01'), await dayOf('2026-03-02')];
  assert.deepEqual([began!.totals.verified_bytes, began!.completed_bytes], [10, 0]);
  assert.deepEqual([ended!.totals.verified_bytes, ended!.completed_bytes], [0, 10]);
  await spec.notUpdatedBy(late);
});

test('a text that failed and is tried again counts its bytes once', async () => {
  const history = verification(1);
  history.request();
  history.fail();
  const spec = await given(usageProjection, await recorded(history));
  const day = () => spec.document<UsageDayDocument>(DAY);
  assert.deepEqual(totalsIn(await day()), { requests: 1, verified_bytes: 0, claims: 0, cost_cents: 0 });
  history.restart();
  history.run();
  const again = await given(usageProjection, await recorded(history));
  const total = (await again.documents()).reduce(
    (sum, { document }) => sum + ((document as unknown as UsageDayDocument).totals?.verified_bytes ?? 0),
    0,
  );
  assert.equal(total, 10);
});

test('a failed run is forgotten with its text', async () => {
  const history = verification(1);
  history.request();
  history.fail();
  const spec = await given(usageProjection, await recorded(history));
  assert.notEqual(await spec.document(usageRunId(history.id)), null);
  const before = await spec.document(DAY);
  history.expire();
  history.erase();
  const after = await given(usageProjection, await recorded(history));
  assert.equal(await after.document(usageRunId(history.id)), null);
  assert.deepEqual(await after.document(DAY), before);
});

test('redelivered events are not counted twice, in whatever batches they come', async () => {
  const log = await recorded(verification(1).run(), verification(2).run(), verification(3).run());
  const spec = await given(usageProjection, log);
  await spec.notUpdatedBy(log);
  for (const from of [1, 5, log.length - 1]) await spec.notUpdatedBy(log.slice(from));
  const one = await given(usageProjection);
  for (const event of log) await one.when([event]);
  assert.deepEqual(await one.documents(), await spec.documents());
});

test("usage is counted for the key's project, also after a restart", async () => {
  const failed = verification(3, { project_id: 'prj_1' });
  failed.request();
  failed.fail();
  failed.restart();
  failed.run();
  const inProject = verification(1, { project_id: 'prj_1' }).run();
  const spec = await given(usageProjection, await recorded(inProject, verification(2).run(), failed));
  const days = (await spec.documents()).map(({ document }) => document as unknown as UsageDayDocument);
  const used = days.reduce((sum, { projects }) => sum + (projects.prj_1?.verified_bytes ?? 0), 0);
  assert.equal(used, 20);
  assert.deepEqual([...new Set(days.flatMap(({ projects }) => Object.keys(projects)))], ['prj_1']);
});

test('the number of projects recorded per day is limited', async () => {
  const many = Array.from({ length: TOLD_APART_PER_DAY + 2 }, (_, i) =>
    verification(i, { project_id: `prj_${i}` }).run(),
  );
  const spec = await given(usageProjection, await recorded(...many));
  const { projects } = (await spec.document<UsageDayDocument>(DAY))!;
  assert.equal(Object.keys(projects).length, TOLD_APART_PER_DAY + 1);
  assert.equal(projects[OTHERS]?.verified_bytes, 20);
});

test('each key is counted by itself, those beyond the limit together', async () => {
  const many = Array.from({ length: TOLD_APART_PER_DAY + 5 }, (_, i) => verification(i, { key_id: `key_${i}` }).run());
  const spec = await given(usageProjection, await recorded(...many));
  const { keys, totals } = (await spec.document<UsageDayDocument>(DAY))!;
  assert.equal(Object.keys(keys).length, TOLD_APART_PER_DAY + 1);
  assert.equal(keys.key_0?.verified_bytes, 10);
  assert.equal(keys[OTHERS]?.verified_bytes, 50);
  assert.equal(totals.verified_bytes, 10 * many.length);
});
