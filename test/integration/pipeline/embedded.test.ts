import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { newId } from '#domain/ids.ts';
import type { VerificationRequestedData } from '#domain/verification/events.ts';
import { createEnginePool } from '#platform/engine-pool/engine-pool.ts';
import { eventually } from '#test/support/eventually.ts';
import { type EmbeddedPipeline, openEmbeddedPipeline } from '#test/support/pipeline/embedded.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const LIBRARY = [
  'The Eiffel Tower is located in Paris. It was completed in 1889.',
  'Mount Fuji is located in Japan. It is 3,776 metres tall.',
];
const TEXT = 'The Eiffel Tower is located in Paris. Mount Fuji is 2,100 metres tall. Zebras invented the telephone.';

const engine = createEnginePool({ threads: 1 });

const folders: (() => Promise<void>)[] = [];
const opened: EmbeddedPipeline[] = [];
after(async () => {
  await Promise.all(opened.map((embedded) => embedded.close()));
  await Promise.all(folders.map((remove) => remove()));
  await engine.close();
});

async function newFolder(): Promise<string> {
  const { path, remove } = await temporaryFolder();
  folders.push(remove);
  return path;
}

async function open(overrides: Partial<Parameters<typeof openEmbeddedPipeline>[0]> = {}) {
  const folder = overrides.folder ?? (await newFolder());
  const embedded = await openEmbeddedPipeline({ engine, library: LIBRARY, ...overrides, folder });
  opened.push(embedded);
  return embedded;
}

const some = (): Partial<VerificationRequestedData> => ({ verification_id: newId('ver') });

function verdictsOf(events: Awaited<ReturnType<EmbeddedPipeline['until']>>) {
  return events.flatMap((event) => (event.type === 'ClaimJudged' ? event.data.verdict : []));
}

test('a text becomes judged claims', async () => {
  const embedded = await open();
  const stream = await embedded.request(TEXT, some());
  const events = await embedded.until(stream, 'VerificationCompleted');
  assert.deepEqual(verdictsOf(events), ['supported', 'contradicted', 'unverifiable']);
});

test('many concurrent texts complete, except one that breaks the engine', async () => {
  const poison = 'Here comes the poison.';
  const extract: typeof engine.extract = async (input) =>
    // The engine's error after a thread has thrown.
    input.content === poison
      ? engine.rank([null as never], [[]]).then(() => engine.extract(input))
      : engine.extract(input);
  const embedded = await open({ engine: { forOrganization: () => ({ ...engine, extract }) } });
  const streams = await Promise.all(Array.from({ length: 12 }, () => embedded.request(TEXT, some())));
  const poisoned = await embedded.request(poison, some());
  for (const stream of streams) {
    assert.equal(verdictsOf(await embedded.until(stream, 'VerificationCompleted')).length, 3);
  }
  const events = await embedded.until(poisoned, 'VerificationFailed');
  assert.deepEqual(
    events.map((event) => event.type),
    ['VerificationRequested', 'StageDeadLettered', 'VerificationFailed'],
  );
});

test('work in progress when a process stops is finished by the next one', async () => {
  const folder = await newFolder();
  const first = await open({ folder });
  const streams = await Promise.all(Array.from({ length: 8 }, () => first.request(TEXT, some())));
  await first.until(streams[0]!, 'ExtractionCompleted');
  await first.close();

  const second = await open({ folder });
  for (const stream of streams) {
    const events = await second.until(stream, 'VerificationCompleted');
    assert.equal(new Set(events.map((event) => event.id)).size, events.length);
    assert.deepEqual(
      events.map((event) => event.type),
      [
        'VerificationRequested',
        ...Array(3).fill('ClaimExtracted'),
        'ExtractionCompleted',
        ...Array(3).fill('EvidenceRetrieved'),
        'RetrievalCompleted',
        ...Array(3).fill('ClaimJudged'),
        'JudgementCompleted',
        'VerificationCompleted',
      ],
    );
  }
});

test('an expired text is erased automatically', async () => {
  const embedded = await open();
  const verification_id = newId('ver');
  const expires_at = new Date(Date.now() + 200).toISOString();
  const stream = await embedded.request(TEXT, { verification_id, expires_at });
  await embedded.until(stream, 'VerificationErased');
  assert.equal(await embedded.verifications.texts(verification_id), null);
  assert.deepEqual(
    embedded.blobCalls.filter((call) => call.includes(verification_id)),
    [`blobs.deletePrefix(${verification_id}/)`],
  );
});

test('the end of a verification frees its slot and settles its reservation', async () => {
  const embedded = await open();
  const verification_id = newId('ver');
  const now_ms = Date.now();
  const admission = {
    key_id: 'key_1',
    organization_id: 'org_1',
    requests: 1,
    quota_per_hour: 100,
    max_concurrent: 1,
    key_monthly_limit_cents: 10,
    organization_monthly_limit_cents: null,
    lease_until_ms: now_ms + 600_000,
    now_ms,
  };
  const admit = (id: string, cost_cents: number) =>
    embedded.admission.admit({ ...admission, call_id: id, reservations: [{ reservation_id: id, cost_cents }] });
  assert.equal((await admit(verification_id, 6)).outcome, 'admitted');
  assert.equal((await admit(newId('ver'), 1)).outcome, 'concurrency_limited');
  const stream = await embedded.request(TEXT, { verification_id, cost_cents: 6 });
  await embedded.until(stream, 'VerificationCompleted');
  await eventually('the slot is free', async () => (await admit(newId('ver'), 1)).outcome === 'admitted');
  const unsettled = await embedded.admission.openReservations(now_ms + 1, 10);
  assert(!unsettled.some((reservation) => reservation.reservation_id === verification_id));
});
