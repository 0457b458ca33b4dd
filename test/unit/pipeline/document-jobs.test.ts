/** The stages of document jobs: whatever happens between two of their writes, the job ends, once. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AdmissionStore } from '#contracts/ports/admission.ts';
import { DocumentError } from '#contracts/ports/document-reader.ts';
import { VERIFICATION } from '#domain/verification/decider.ts';
import { EngineError } from '#engine/engine.ts';
import { createReservationSweeper } from '#pipeline/periodic/housekeeping.ts';
import { toStageMessage } from '#platform/events/stage-message.ts';
import { uploadPrefix } from '#sealed/document-uploads.ts';
import { createMemoryBlobStore } from '#test/support/memory-blob-store.ts';
import { delivery, drain, eventsOf } from '#test/support/pipeline/deliver.ts';
import {
  changeJob,
  JOB_STREAM,
  jobOf,
  retryDocument,
  submitDocument,
  VERIFICATION_ID,
} from '#test/support/pipeline/document-job.ts';
import { createHarness, type Harness, type HarnessOptions, Killed, recorder } from '#test/support/pipeline/harness.ts';
import { type AppendOutcome, withOutcomes } from '#test/support/pipeline/killed-appends.ts';
import fc from '#test/support/property.ts';

const FILE = 'The tower is tall. The bridge is long.';
const AT = '2026-01-01T00:00:00.000Z';
const READ = { text: FILE, page_starts: [] };

/** A pipeline whose reader tells how often it was asked. */
function setup(options: HarnessOptions = {}) {
  const blobs = createMemoryBlobStore();
  const reads: string[] = [];
  const reader = {
    async read(kind: string) {
      reads.push(kind);
      return READ;
    },
  };
  const harness = createHarness({ library: ['The tower is tall.'], blobs, reader, ...options });
  const hasUpload = () => [...blobs.blobs.keys()].some((key) => key.startsWith(uploadPrefix(VERIFICATION_ID)));
  return { harness, blobs, reads, hasUpload };
}

function typesOf({ events }: Harness, stream = JOB_STREAM): string[] {
  return eventsOf(events.log, stream).map(({ type }) => type);
}

/** Delivers the job's first event to `parse`, once. */
async function parseOnce(harness: Harness): Promise<void> {
  const submitted = harness.events.log.find(({ stream }) => stream === JOB_STREAM)!;
  await harness.deliveries.parse.handle(toStageMessage('parse', submitted), delivery());
}

test('the pace is recorded, and a failure to do so is ignored', async () => {
  const measured: object[] = [];
  const { harness } = setup({
    reader: {
      async read() {
        harness.now.ms += 2_000;
        return READ;
      },
    },
  });
  const { extract } = harness.engine;
  harness.engine.extract = (input) => {
    harness.now.ms += 3_000;
    return extract(input);
  };
  harness.documents.recordPace = async (organization, document) => {
    measured.push({ organization, ...document });
    throw new Error('no estimate is worth a failure');
  };
  await submitDocument(harness, FILE);
  await harness.run();
  assert.equal((await jobOf(harness)).status, 'succeeded');
  const { organization_id: organization } = (await jobOf(harness)).submitted!;
  const seconds = { reading_seconds: 2, verifying_seconds: 3 };
  assert.deepEqual(measured, [{ organization, kind: 'txt', bytes: FILE.length, claims: 2, ...seconds }]);
});

test('a job that is retried after its verification completed is assembled', async () => {
  const { harness, blobs, reads } = setup();
  const { put } = blobs;
  await submitDocument(harness, FILE);
  blobs.put = async () => {
    throw new Error('no space left');
  };
  await harness.run();
  const failed = await jobOf(harness);
  assert.deepEqual([failed.status, failed.stage, failed.error_code], ['failed', 'assembling', 'internal_error']);

  blobs.put = put;
  const before = harness.events.log.length;
  await retryDocument(harness);
  await drain(harness.events.log, harness.deliver, before);
  const { status, attempt, artifacts } = await jobOf(harness);
  assert.deepEqual([status, attempt, artifacts.length], ['succeeded', 2, 3]);
  assert.equal(reads.length, 1);
  const ends = typesOf(harness, VERIFICATION.stream(VERIFICATION_ID)).filter(
    (type) => type === 'VerificationCompleted',
  );
  assert.equal(ends.length, 1);
});

test('a verification that ends early is assembled by the next delivery', async () => {
  let killed = false;
  const { harness, hasUpload } = setup({
    between: (events) => ({
      ...events,
      async append(stream, revision, appended) {
        if (!killed && appended[0]?.type.startsWith('DocumentParsed')) {
          killed = true;
          throw new Killed();
        }
        return events.append(stream, revision, appended);
      },
    }),
  });
  await submitDocument(harness, FILE);
  await assert.rejects(parseOnce(harness), Killed);
  await drain(harness.events.log, (stage, message) =>
    stage === 'parse' ? Promise.resolve() : harness.deliver(stage, message),
  );
  assert.equal((await jobOf(harness)).status, 'running');
  await parseOnce(harness);
  assert.equal((await jobOf(harness)).status, 'succeeded');
  assert.equal(hasUpload(), false);
});

test('a process that dies after the text was read leaves no file behind', async () => {
  const { harness, blobs, hasUpload } = setup();
  const { deletePrefix } = blobs;
  await submitDocument(harness, FILE);
  blobs.deletePrefix = async () => {
    throw new Killed();
  };
  await assert.rejects(parseOnce(harness), Killed);
  assert.equal(hasUpload(), true);
  blobs.deletePrefix = deletePrefix;
  await parseOnce(harness);
  assert.equal(hasUpload(), false);
});

test('the file of an unreadable document is deleted and never read again', async () => {
  let reads = 0;
  const reader = {
    async read(): Promise<never> {
      reads++;
      throw new DocumentError('document_empty', 'scanned');
    },
  };
  const { harness, hasUpload } = setup({ reader });
  await submitDocument(harness, FILE);
  await harness.run();
  assert.equal(hasUpload(), false);
  await retryDocument(harness);
  await harness.run();
  const { status, attempt, error_code, empty_because } = await jobOf(harness);
  assert.deepEqual([status, attempt, error_code, empty_because], ['failed', 2, 'document_empty', 'scanned']);
  assert.equal(reads, 1);
});

test('a file that took more processor time than it may is not read again', async () => {
  let reads = 0;
  const reader = {
    async read(): Promise<never> {
      reads++;
      throw new DocumentError('parse_timeout', null, true);
    },
  };
  const { harness, hasUpload } = setup({ reader });
  await submitDocument(harness, FILE);
  await harness.run();
  assert.equal(hasUpload(), false);
  await retryDocument(harness);
  await harness.run();
  const { attempt, error_code } = await jobOf(harness);
  assert.deepEqual([attempt, error_code, reads], [2, 'parse_timeout', 1]);
});

test('a document whose text took the engine too long is not verified again', async () => {
  const { harness } = setup();
  let calls = 0;
  harness.engine.extract = async () => {
    calls++;
    throw new EngineError('engine_timeout', 'extract took more than its time');
  };
  await submitDocument(harness, FILE);
  await harness.run();
  await retryDocument(harness);
  await harness.run();
  const { status, attempt } = await jobOf(harness);
  assert.deepEqual([status, attempt, calls], ['failed', 2, 1]);
});

test('the file is kept where another attempt may read it, up to the last one', async () => {
  const reader = {
    async read(): Promise<never> {
      throw new DocumentError('parse_timeout');
    },
  };
  const { harness, hasUpload } = setup({ reader });
  await submitDocument(harness, FILE);
  for (let attempt = 1; attempt < 5; attempt++) {
    await harness.run();
    assert.equal(hasUpload(), true);
    await retryDocument(harness);
  }
  await harness.run();
  assert.deepEqual([(await jobOf(harness)).attempt, hasUpload()], [5, false]);
});

test('a cancelled job keeps its file, and reads it when it is tried again', async () => {
  const { harness, hasUpload } = setup();
  await submitDocument(harness, FILE);
  await changeJob(harness, { type: 'CancelDocument', requested_at: AT });
  await harness.run();
  assert.deepEqual([(await jobOf(harness)).status, hasUpload()], ['cancelled', true]);
  await retryDocument(harness);
  await harness.run();
  assert.deepEqual([(await jobOf(harness)).status, hasUpload()], ['succeeded', false]);
});

test('every attempt is charged under a new number', async () => {
  const { harness } = setup();
  const charges = () => new Set(harness.calls.filter((call) => call.startsWith('admission.settleCost')));
  await submitDocument(harness, FILE);
  await changeJob(harness, { type: 'CancelDocument', requested_at: AT });
  await harness.run();
  await retryDocument(harness);
  await harness.run();
  assert.deepEqual([...charges()], [`admission.settleCost(${VERIFICATION_ID}.2, 2)`]);
});

test('the actor of the verification is whoever submitted the document', async () => {
  const { harness } = setup();
  await submitDocument(harness, FILE);
  await harness.run();
  const [requested] = harness.events.log.filter(({ type }) => type.startsWith('VerificationRequested'));
  const { actor, ip } = requested!.metadata;
  assert.deepEqual({ actor, ip }, { actor: { type: 'api_key', id: 'key_1' }, ip: '192.0.2.1' });
});

test('after attempts that began no run, a restart takes the number of its attempt', async () => {
  const { harness } = setup();
  const { extract } = harness.engine;
  harness.engine.extract = async () => {
    throw new TypeError('a mistake');
  };
  await submitDocument(harness, FILE);
  await harness.run();
  harness.engine.extract = extract;
  await retryDocument(harness);
  await changeJob(harness, { type: 'CancelDocument', requested_at: AT });
  await retryDocument(harness);
  await harness.run();
  assert.equal((await jobOf(harness)).status, 'succeeded');
  const settled = harness.calls.filter((call) => call.startsWith('admission.settleCost'));
  assert.deepEqual(
    [...new Set(settled)],
    [`admission.settleCost(${VERIFICATION_ID}, 0)`, `admission.settleCost(${VERIFICATION_ID}.3, 2)`],
  );
});

test('the reservation of a waiting or running document is kept', async () => {
  const { harness } = setup();
  const settled: string[] = [];
  const admission = recorder<AdmissionStore>('admission', settled, {
    openReservations: [VERIFICATION_ID, `${VERIFICATION_ID}.2`].map((reservation_id) => ({
      reservation_id,
      organization_id: 'org_1',
    })),
    settleCost: undefined,
  });
  const sweep = async () => {
    settled.length = 0;
    await createReservationSweeper({ ...harness, admission }).run(new AbortController().signal);
    return settled.slice(1);
  };
  await submitDocument(harness, FILE);
  assert.deepEqual(await sweep(), []);
  await changeJob(harness, { type: 'CancelDocument', requested_at: AT });
  const none = [`admission.settleCost(${VERIFICATION_ID}, 0)`, `admission.settleCost(${VERIFICATION_ID}.2, 0)`];
  assert.deepEqual(await sweep(), none);
  await retryDocument(harness);
  assert.deepEqual(await sweep(), none.slice(0, 1));
});

test('kills between writes and redeliveries leave one of each event', async () => {
  const outcome = fc.constantFrom<AppendOutcome>('succeeds', 'fails before the write', 'fails after the write');
  await fc.assert(
    fc.asyncProperty(
      fc.array(outcome, { maxLength: 20 }),
      fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 5, maxLength: 5 }),
      async (outcomes, times) => {
        const { harness, blobs } = setup({ between: (events) => withOutcomes(events, outcomes) });
        await submitDocument(harness, FILE);
        let messages = 0;
        await drain(harness.events.log, async (stage, message) => {
          const count = times[messages++ % times.length]!;
          for (let i = 0; i < count; i++) await harness.deliver(stage, message);
        });
        assert.deepEqual(typesOf(harness), [
          'DocumentSubmitted',
          'DocumentProcessingStarted',
          'DocumentParsed',
          'DocumentSucceeded',
        ]);
        const ends = typesOf(harness, VERIFICATION.stream(VERIFICATION_ID)).filter((type) =>
          /Requested|ted$/.test(type),
        );
        assert.equal(new Set(ends).size, ends.length - 1, 'two claims, and one of each other event');
        assert.deepEqual(
          [...blobs.blobs.keys()].map((key) => key.split('/').at(-1)),
          ['extracted_text', 'report_html', 'result_json'],
        );
      },
    ),
    { numRuns: 40 },
  );
});
