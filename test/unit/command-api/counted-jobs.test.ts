/** Which of an organization's document jobs count against its limit. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requireFreeJob } from '#command-api/documents/counted-jobs.ts';
import type { JobErrorCode, JobStage } from '#contracts/document-vocabulary.ts';
import { ApiError } from '#contracts/errors.ts';
import type { DocumentJobCommand } from '#domain/document-job/decider.ts';
import { executeOnJob } from '#streams/document-jobs.ts';
import { createMemoryEventStore } from '#test/support/memory-event-store.ts';
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

/** Whether another job is admitted after the limit's number of jobs with this history; a day later, if `later`. */
async function isAdmittedAfter(history: readonly DocumentJobCommand[], later = false): Promise<boolean> {
  const events = createMemoryEventStore();
  const stored = new Map<string, string>();
  const values = {
    get: async (key: string) => stored.get(key) ?? null,
    async compareAndSet(key: string, _: string | null, value: string) {
      stored.set(key, value);
      return true;
    },
  };
  const operations = { values } as Parameters<typeof requireFreeJob>[0]['operations'];
  const clock = { now: () => Date.parse(later ? LATER : AT) };
  for (let n = 0; n < LIMIT; n++) {
    await requireFreeJob({ operations, events, clock }, 'org_1', `job_${n}`);
    const data = submittedData({ job_id: `job_${n}`, expires_at: LATER });
    for (const command of [{ type: 'SubmitDocument', data } as const, ...history]) {
      assert.ok((await executeOnJob(events, `job_${n}`, command, METADATA)).accepted);
    }
  }
  return requireFreeJob({ operations, events, clock }, 'org_1', 'job_next').then(
    () => true,
    (error) => {
      assert.ok(error instanceof ApiError && error.code === 'concurrency_limit_exceeded');
      return false;
    },
  );
}

test('jobs count while they are at work, and while their file waits for another attempt', async () => {
  assert.equal(await isAdmittedAfter([]), false);
  assert.equal(await isAdmittedAfter([start]), false);
  assert.equal(await isAdmittedAfter([cancel]), false);
  assert.equal(await isAdmittedAfter([start, fail('internal_error')]), false);
  assert.equal(await isAdmittedAfter([start, fail('cost_limit_exceeded')]), false);
  assert.equal(await isAdmittedAfter([start, parsed]), false);
});

test('jobs without a file that have ended do not count, nor do expired ones', async () => {
  assert.equal(await isAdmittedAfter([start, fail('document_corrupt')]), true);
  assert.equal(await isAdmittedAfter([start, parsed, fail('provider_unavailable', 'judging')]), true);
  assert.equal(await isAdmittedAfter([start, parsed, succeed]), true);
  assert.equal(await isAdmittedAfter([cancel], true), true);
});
