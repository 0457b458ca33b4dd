import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { VerificationRequestedData } from '#contracts/events/verification.ts';
import { newId } from '#domain/ids.ts';
import { createEnginePool } from '#platform/worker/engine-pool.ts';
import { type EmbeddedPipeline, openEmbeddedPipeline } from '#test/support/pipeline/embedded.ts';
import { createMemoryVault } from '#test/support/pipeline/memory-vault.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const LIBRARY = [
  'The Eiffel Tower is located in Paris. It was completed in 1889.',
  'Mount Fuji is located in Japan. It is 3,776 metres tall.',
];
const TEXT = 'The Eiffel Tower is located in Paris. Mount Fuji is 2,100 metres tall. Zebras invented the telephone.';

const engine = createEnginePool({ threads: 1 });
after(() => engine.close());

async function open(overrides: Partial<Parameters<typeof openEmbeddedPipeline>[0]> = {}) {
  const folder = await temporaryFolder();
  const embedded = await openEmbeddedPipeline({ folder: folder.path, engine, library: LIBRARY, ...overrides });
  after(async () => {
    await embedded.close();
    await folder.remove();
  });
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

test('many texts at a time, one of them poisoned', async () => {
  const poison = 'Here comes the poison.';
  const extract: typeof engine.extract = async (input) =>
    // What the engine answers when a thread has thrown.
    input.content === poison
      ? engine.rank([null as never], [[]]).then(() => engine.extract(input))
      : engine.extract(input);
  const embedded = await open({ engine: { ...engine, extract } });
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

test('what was at work when the process stopped is finished by the next one', async () => {
  const folder = await temporaryFolder();
  const vault = createMemoryVault();
  after(() => folder.remove());
  const first = await openEmbeddedPipeline({ folder: folder.path, engine, library: LIBRARY, vault });
  const streams = await Promise.all(Array.from({ length: 8 }, () => first.request(TEXT, some())));
  await first.until(streams[0]!, 'ExtractionCompleted');
  await first.close();

  const second = await openEmbeddedPipeline({ folder: folder.path, engine, library: LIBRARY, vault });
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
  await second.close();
});

test('what expires is erased without being asked', async () => {
  const embedded = await open();
  const stream = await embedded.request(TEXT, { ...some(), expires_at: new Date(Date.now() - 1).toISOString() });
  const events = await embedded.until(stream, 'VerificationErased');
  const id = events[0]!.type === 'VerificationRequested' ? events[0]!.data.verification_id : '';
  assert.equal(await embedded.vault.dataKey(id), null);
  assert(embedded.calls.includes(`blobs.deletePrefix(${id}/)`));
});
