/** Which of an organization's document jobs count against its limit. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CountingDependencies, createFreeJobs, requireFreeJob } from '#command-api/documents/counted-jobs.ts';
import type { JobErrorCode, JobStage } from '#contracts/document-vocabulary.ts';
import { ApiError } from '#contracts/errors.ts';
import { DOCUMENT_JOB, type DocumentJobCommand } from '#domain/document-job/decider.ts';
import { uploadPrefix } from '#sealed/document-uploads.ts';
import { executeOnJob } from '#streams/document-jobs.ts';
import { load } from '#streams/repository.ts';
import { createMemoryBlobStore } from '#test/support/memory-blob-store.ts';
import { createMemoryEventStore } from '#test/support/memory-event-store.ts';
import { memoryValues } from '#test/support/memory-server-values.ts';
import { submittedData } from '#test/support/pipeline/document-job.ts';
import { METADATA } from '#test/support/verification-history.ts';

const AT = '2026-01-01T00:00:00.000Z';
const LATER = '2026-01-02T00:00:00.000Z';
const LIMIT = 64;

const start = { type: 'StartProcessing', attempt: 1, started_at: AT } as const;
const cancel = { type: 'CancelDocument', requested_at: AT } as const;
const parsed = {
  type: 'RecordParsed',
  attempt: 1,
  parsed_at: AT,
  pages: null,
  characters: 1,
  text_bytes: 1,
} as const;
const fail = (error_code: JobErrorCode, stage: JobStage = 'parsing') =>
  ({ type: 'FailDocument', attempt: 1, failed_at: AT, stage, error_code }) as const;
const succeed: DocumentJobCommand = {
  type: 'SucceedDocument',
  attempt: 1,
  succeeded_at: AT,
  expires_at: LATER,
  artifacts: [],
};

interface Admission {
  admitted: boolean;
  /** Numbers of the jobs whose file was given up. */
  discarded: number[];
}

/** What becomes of another job after the limit's number of jobs with these histories, in turn; a day later, if `later`. */
async function admissionAfter(
  histories: readonly (readonly DocumentJobCommand[])[],
  later = false,
): Promise<Admission> {
  const events = createMemoryEventStore();
  const blobs = createMemoryBlobStore();
  const operations = { values: memoryValues() } as CountingDependencies['operations'];
  const dependencies = { operations, events, blobs, clock: { now: () => Date.parse(later ? LATER : AT) } };
  const submitter = { organization_id: 'org_1', metadata: METADATA };
  for (let n = 0; n < LIMIT; n++) {
    await requireFreeJob(dependencies, submitter, `job_${n}`);
    const data = submittedData({ job_id: `job_${n}`, expires_at: LATER });
    await blobs.put(fileOf(n), new Uint8Array(1), { expires_at: LATER });
    for (const command of [{ type: 'SubmitDocument', data } as const, ...histories[n % histories.length]!]) {
      assert.ok((await executeOnJob(events, `job_${n}`, command, METADATA)).accepted);
    }
  }
  const admitted = await requireFreeJob(dependencies, submitter, 'job_next').then(
    () => true,
    (error) => {
      assert.ok(error instanceof ApiError && error.code === 'concurrency_limit_exceeded');
      return false;
    },
  );
  const discarded: number[] = [];
  for (let n = 0; n < LIMIT; n++) {
    const { upload_discarded } = (await load(events, DOCUMENT_JOB, `job_${n}`)).state;
    assert.equal((await blobs.get(fileOf(n))) === null, upload_discarded);
    if (upload_discarded) discarded.push(n);
  }
  return { admitted, discarded };
}

const fileOf = (n: number) => `${uploadPrefix(`ver_${n}`)}000`;

test('running jobs count, whether or not their text was read', async () => {
  for (const history of [[], [start], [start, parsed]]) {
    assert.deepEqual(await admissionAfter([history]), { admitted: false, discarded: [] });
  }
});

test('jobs without a file that have ended do not count, nor do expired ones', async () => {
  const free = { admitted: true, discarded: [] };
  assert.deepEqual(await admissionAfter([[start, fail('document_corrupt')]]), free);
  assert.deepEqual(await admissionAfter([[start, parsed, fail('provider_unavailable', 'judging')]]), free);
  assert.deepEqual(await admissionAfter([[start, parsed, succeed]]), free);
  assert.deepEqual(await admissionAfter([[cancel]], true), free);
});

test('of the files that wait for another attempt, the oldest one makes room', async () => {
  for (const ended of [[cancel], [start, fail('internal_error')], [start, fail('cost_limit_exceeded')]]) {
    assert.deepEqual(await admissionAfter([ended]), { admitted: true, discarded: [0] });
    assert.deepEqual(await admissionAfter([[start], [start, parsed], ended]), { admitted: true, discarded: [2] });
  }
});

test('calls of a full organization share one look at its jobs, for a second', async () => {
  const events = createMemoryEventStore();
  let reads = 0;
  const counted = {
    ...events,
    readStream: (...given: Parameters<typeof events.readStream>) => {
      reads++;
      return events.readStream(...given);
    },
  };
  const clock = { ms: Date.parse(AT), now: () => clock.ms };
  const operations = { values: memoryValues() } as CountingDependencies['operations'];
  const freeJobs = createFreeJobs({ operations, events: counted, blobs: createMemoryBlobStore(), clock });
  const [full, other] = ['org_1', 'org_2'].map((organization_id) => ({ organization_id, metadata: METADATA }));
  for (let n = 0; n < LIMIT; n++) {
    await freeJobs.require(full!, `job_${n}`);
    const data = submittedData({ job_id: `job_${n}`, expires_at: LATER });
    assert.ok((await executeOnJob(events, `job_${n}`, { type: 'SubmitDocument', data }, METADATA)).accepted);
  }
  freeJobs.refuseIfFull('org_1');

  reads = 0;
  const refused = { code: 'concurrency_limit_exceeded' };
  await Promise.all(
    Array.from({ length: 20 }, (_, n) => assert.rejects(freeJobs.require(full!, `job_x${n}`), refused)),
  );
  assert.equal(reads, LIMIT);
  assert.throws(() => freeJobs.refuseIfFull('org_1'), refused);
  await freeJobs.require(other!, 'job_other');

  assert.ok((await executeOnJob(events, 'job_3', { ...cancel }, METADATA)).accepted);
  assert.ok((await executeOnJob(events, 'job_5', { ...start }, METADATA)).accepted);
  assert.ok((await executeOnJob(events, 'job_5', fail('document_corrupt'), METADATA)).accepted);
  clock.ms += 1_000;
  freeJobs.refuseIfFull('org_1');
  await freeJobs.require(full!, 'job_next');
});
