import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EvidenceLibrary } from '#contracts/ports/evidence-library.ts';
import { CompletionDetail, type VerificationEvent } from '#domain/verification/events.ts';
import { SEALED, type SealedField } from '#domain/verification/sealed-fields.ts';
import { JudgementDetail } from '#domain/verification/stage-events.ts';
import { createLibrarySource, libraryUrl } from '#pipeline/sources/library.ts';
import { SOURCE_ATTEMPTS } from '#pipeline/sources/source-attempts.ts';
import { createSealer } from '#platform/crypto/envelope.ts';
import { toStageMessage } from '#platform/events/stage-message.ts';
import { delivery, eventsOf } from '#test/support/pipeline/deliver.ts';
import { createHarness, type Harness, recorder } from '#test/support/pipeline/harness.ts';
import { TRACE } from '#test/support/pipeline/request.ts';

const ID = 'ver_1';

function typesOf(harness: Harness, stream: string) {
  return eventsOf(harness.events.log, stream).map((event) => event.type);
}

function only<Type extends VerificationEvent['type']>(harness: Harness, stream: string, type: Type) {
  return eventsOf(harness.events.log, stream).filter((event) => event.type === type) as unknown as Extract<
    VerificationEvent,
    { type: Type }
  >[];
}

async function open(harness: Harness, record: string, field: SealedField, sealed: string): Promise<unknown> {
  const key = (await harness.vault.dataKey(ID))!;
  return JSON.parse(createSealer().open(key, { verification_id: ID, record, field }, sealed));
}

test('claims come out supported, contradicted, unverifiable and not checkable', async () => {
  const harness = createHarness({ library: ['The tower is tall.', 'The bridge is not long.'] });
  const stream = await harness.request('The tower is tall. The bridge is long. Whales sing. I like tea.');
  await harness.run();

  assert.deepEqual(typesOf(harness, stream), [
    'VerificationRequested',
    ...Array(4).fill('ClaimExtracted'),
    'ExtractionCompleted',
    ...Array(3).fill('EvidenceRetrieved'),
    'RetrievalCompleted',
    ...Array(4).fill('ClaimJudged'),
    'JudgementCompleted',
    'VerificationCompleted',
  ]);
  assert.deepEqual(
    only(harness, stream, 'ClaimJudged').map((event) => event.data.verdict),
    ['supported', 'contradicted', 'unverifiable', 'not_checkable'],
  );
  const [completed] = only(harness, stream, 'VerificationCompleted');
  assert.deepEqual(completed!.data.counts, {
    supported: 1,
    contradicted: 1,
    disputed: 0,
    unverifiable: 1,
    not_checkable: 1,
  });
  const detail = CompletionDetail.parse(await open(harness, ID, SEALED.completion, completed!.data.detail));
  assert.equal(detail.overall_statement, '4 claims');
});

test('judgements name the passages that retrieval recorded, each stored once', async () => {
  const harness = createHarness({ library: ['The tower is tall.', 'The tower is not tall.'] });
  const stream = await harness.request('The tower is tall.');
  await harness.run();
  const [evidence] = only(harness, stream, 'EvidenceRetrieved');
  assert.equal(evidence!.data.passages, 2, 'two queries found the same two passages');
  const passages = (await open(harness, evidence!.data.claim_id, SEALED.evidence, evidence!.data.detail)) as {
    id: string;
    source: { canonical_url: string };
  }[];
  assert.equal(passages[0]!.source.canonical_url, 'urn:evidence:library:document%200.md');
  const [judged] = only(harness, stream, 'ClaimJudged');
  assert.equal(judged!.data.verdict, 'disputed');
  const judgement = JudgementDetail.parse(
    await open(harness, judged!.data.claim_id, SEALED.judgement, judged!.data.detail),
  );
  assert.deepEqual(
    judgement.passages.map(({ id, relationship }) => [id, relationship]),
    [
      [passages[0]!.id, 'supports'],
      [passages[1]!.id, 'contradicts'],
    ],
  );
});

test('a text without claims completes like any other', async () => {
  const harness = createHarness({ library: ['The tower is tall.'] });
  const stream = await harness.request('   ');
  await harness.run();
  assert.deepEqual(typesOf(harness, stream), [
    'VerificationRequested',
    'ExtractionCompleted',
    'RetrievalCompleted',
    'JudgementCompleted',
    'VerificationCompleted',
  ]);
});

test('the reasons for missing evidence are distinguished', async () => {
  const gapsWith = async (harness: Harness, text: string) => {
    const stream = await harness.request(text);
    await harness.run();
    const { unsearched_claims } = only(harness, stream, 'RetrievalCompleted')[0]!.data;
    return { gaps: only(harness, stream, 'EvidenceRetrieved')[0]!.data.gaps, unsearched_claims };
  };
  const broken = recorder<EvidenceLibrary>('library', [], {
    hasDocuments: true,
    search: () => Promise.reject(new Error('the disk is gone')),
  });
  assert.deepEqual(await gapsWith(createHarness({ library: [] }), 'Whales sing.'), {
    gaps: ['no_source_configured'],
    unsearched_claims: 1,
  });
  assert.deepEqual(await gapsWith(createHarness({ library: ['The tower is tall.'] }), 'Whales sing.'), {
    gaps: ['no_passage_found'],
    unsearched_claims: 0,
  });
  assert.deepEqual(await gapsWith(createHarness({ library: ['Whales sing.'] }), 'Whales sing.'), {
    gaps: [],
    unsearched_claims: 0,
  });
  const unreachable = createHarness({ sources: [createLibrarySource(broken)] });
  assert.deepEqual(await gapsWith(unreachable, 'Whales sing.'), {
    gaps: ['no_source_reachable'],
    unsearched_claims: 1,
  });
  const retried = unreachable.retries.filter((line) => line === 'retried retrieve').length;
  assert.equal(retried, SOURCE_ATTEMPTS - 1, 'tried before given up on');
});

test('attempts that failed for other reasons do not count against a source', async () => {
  let isBroken = true;
  const library = recorder<EvidenceLibrary>('library', [], {
    hasDocuments: true,
    search: (queries: readonly unknown[]) =>
      isBroken ? Promise.reject(new Error('the disk is away')) : Promise.resolve(queries.map(() => [])),
  });
  const harness = createHarness({ sources: [createLibrarySource(library)] });
  const stream = await harness.request('Whales sing.');
  await harness.deliver('extract', toStageMessage('extract', harness.events.log[0]!));
  const message = toStageMessage('retrieve', harness.events.log.at(-1)!);
  const { handle } = harness.deliveries.retrieve;
  await assert.rejects(handle(message, delivery({ attempt: SOURCE_ATTEMPTS })), /the disk is away/);
  isBroken = false;
  await handle(message, delivery({ attempt: SOURCE_ATTEMPTS + 1 }));
  assert.deepEqual(only(harness, stream, 'EvidenceRetrieved')[0]!.data.gaps, ['no_passage_found']);
});

test('events record their actor and their cause', async () => {
  const harness = createHarness({ library: ['The tower is tall.'] });
  const stream = await harness.request('The tower is tall.');
  await harness.run();
  const events = harness.events.log.filter((event) => event.stream === stream);
  const extracted = events.find((event) => event.type === 'ExtractionCompleted.v1')!;
  const retrieved = events.find((event) => event.type === 'RetrievalCompleted.v1')!;
  assert.deepEqual(retrieved.metadata.actor, { type: 'system', id: 'pipeline/retrieve' });
  assert.equal(retrieved.metadata.causation_id, extracted.id);
  assert.equal(retrieved.metadata.correlation_id, ID);
  assert.equal(retrieved.metadata.request_id, 'req_1');
  assert.equal(retrieved.metadata.organization_id, 'org_1');
  assert.equal(retrieved.metadata.ip, null);
  assert.match(retrieved.metadata.traceparent, new RegExp(`^00-${TRACE}-[0-9a-f]{16}-01$`));
  assert.notEqual(retrieved.metadata.traceparent, extracted.metadata.traceparent);
});

test('neither log lines nor events show the text', async () => {
  const harness = createHarness({ library: ['The secretword tower is tall.'] });
  await harness.request('The secretword tower is tall. The poison is secretword.');
  await harness.request('The secretword tower is tall.', { verification_id: 'ver_2' });
  await harness.run();
  assert(!JSON.stringify([harness.events.log, harness.lines, harness.calls]).includes('secretword'));
  assert(harness.lines.length >= 8);
});

test('a library path becomes a URN that can be read back', () => {
  assert.equal(libraryUrl('reports/2023 final.md'), 'urn:evidence:library:reports/2023%20final.md');
  assert.equal(libraryUrl('lone \ud800 surrogate'), 'urn:evidence:library:lone%20%EF%BF%BD%20surrogate');
});
