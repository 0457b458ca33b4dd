/** Kills processes while documents are processed, and checks the service afterwards. */

import assert from 'node:assert/strict';
import type { Stores } from '#apps/parts/stores.ts';
import { DOCUMENT_JOB } from '#domain/document-job/decider.ts';
import { verificationOfJob } from '#domain/document-job/ids.ts';
import { VERIFICATION } from '#domain/verification/decider.ts';
import { uploadPrefix } from '#sealed/document-uploads.ts';
import { load } from '#streams/repository.ts';
import type { Deployment } from './deployment/deployment.ts';
import { form } from './documents.ts';
import { eventually } from './eventually.ts';

/** Claims of each document, enough for every stage to take a while. */
const SENTENCES = 60;
/** Part of the text of every document. */
export const SECRET = 'Xylophaga dorsalis';
/** A key has 60 calls a minute. */
const LOOK_EVERY_MS = 1_500;
const PATIENCE_MS = 120_000;
const HOUR_MS = 3_600_000;
/** In processing order. */
const STAGES = ['parse', 'extract', 'retrieve', 'judge', 'conclude', 'assemble'];
/** Documents per kill, because a short stage may end before the signal arrives. */
const MOST_TRIES = 10;

/** Sends the n-th document. With an idempotency key, sending it again makes no second job. */
export async function sendDocument(
  { url, key }: Pick<Deployment, 'url' | 'key'>,
  n: number,
  idempotencyKey?: string,
): Promise<{ status: number; text: string }> {
  const text = Array.from({ length: SENTENCES }, (_, i) => `Hull ${n} lost ${i} planks to ${SECRET}.`).join(' ');
  const { body, headers } = form([{ name: 'file', filename: 'hulls.txt', content: text }]);
  const answer = await fetch(`${url}/v1/documents`, {
    method: 'POST',
    headers: {
      ...headers,
      authorization: `Bearer ${key}`,
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    },
    body: new Uint8Array(body),
  });
  return { status: answer.status, text: await answer.text() };
}

/** The id of the job of a submission that was accepted. */
export function acceptedJob({ status, text }: { status: number; text: string }): string {
  assert.equal(status, 202, text);
  return (JSON.parse(text) as { job_id: string }).job_id;
}

/**
 * Kills `victims` while a document is in each stage: after the previous stage was handled (for the first one, after the
 * response to the submission) and before the stage itself was, according to their logs; and once more after the last
 * stage. Returns the jobs.
 */
export async function killInEveryStage(deployment: Deployment, victims: readonly string[]): Promise<string[]> {
  const jobs: string[] = [];
  for (const [n, stage] of [...STAGES, null].entries()) {
    let fellWithin = false;
    for (let tries = 0; !fellWithin; tries++) {
      assert.ok(tries < MOST_TRIES, `none of ${tries} kills fell within ${stage}`);
      // The logs of the present processes: restarted ones have logs of their own.
      const logs = victims.map((name) => deployment.logsOf(name));
      const hasHandled = (of: string, jobId: string) =>
        logs.some((lines) =>
          lines.some(
            ({ msg, stage, verification_id }) =>
              msg === 'stage handled' && stage === of && verification_id === verificationOfJob(jobId),
          ),
        );
      const job = acceptedJob(await sendDocument(deployment, jobs.length));
      jobs.push(job);
      const previous = STAGES[n - 1];
      if (previous !== undefined) {
        await eventually(`the end of ${previous}`, () => hasHandled(previous, job), PATIENCE_MS);
      }
      await deployment.kill(victims);
      await deployment.restart();
      // Read the logs only now, because the last lines may arrive after the process has ended.
      fellWithin = stage === null || !hasHandled(stage, job);
    }
  }
  return jobs;
}

/** Waits until every job has succeeded in its first attempt, with all of its claims. */
export async function untilSucceeded(deployment: Deployment, jobs: readonly string[]): Promise<void> {
  for (const job of jobs) {
    await eventually(
      'the end of the job',
      async () => {
        const { status, body, text } = await deployment.request('GET', `/v1/documents/${job}`);
        assert.equal(status, 200, text);
        if (body.status === 'succeeded') {
          assert.deepEqual([body.attempts, body.result.claims.length, body.artifacts.length], [1, SENTENCES, 3]);
        } else {
          assert.ok(['queued', 'running'].includes(body.status), text);
          await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
        }
        return body.status === 'succeeded';
      },
      PATIENCE_MS,
    );
  }
}

/** Checks that the log contains each step of each job once, and that its file is deleted. */
export async function assertDoneOnce({ events, blobs }: Stores, jobs: readonly string[]): Promise<void> {
  for (const job of jobs) {
    const typesOf = async (stream: string) => (await events.readStream(stream)).map(({ type }) => type);
    assert.deepEqual(await typesOf(DOCUMENT_JOB.stream(job)), [
      'DocumentSubmitted.v1',
      'DocumentProcessingStarted.v1',
      'DocumentParsed.v1',
      'DocumentSucceeded.v1',
    ]);
    const types = await typesOf(VERIFICATION.stream(verificationOfJob(job)));
    const ends = types.filter((type) => !/^(ClaimExtracted|EvidenceRetrieved|ClaimJudged)\./.test(type));
    assert.equal(new Set(ends).size, ends.length, `each of ${ends} once`);
    assert.equal(types.filter((type) => type.startsWith('ClaimJudged')).length, SENTENCES);
    assert.equal(await blobs.get(`${uploadPrefix(verificationOfJob(job))}000`), null);
  }
}

/** Checks that the organization of these jobs was charged exactly `cents` this month, and that nothing is reserved. */
export async function assertCharged(
  { events, operations }: Stores,
  jobs: readonly string[],
  cents: number,
): Promise<void> {
  const { submitted } = (await load(events, DOCUMENT_JOB, jobs[0]!)).state;
  const { organization_id, key_id } = submitted!;
  const { admission } = operations;
  const now_ms = Date.now();
  assert.deepEqual(await admission.openReservations(now_ms + HOUR_MS, 1_000), [], 'every reservation is settled');
  /** Whether another cent fits into the limit. */
  const fits = async (limit: number) => {
    const { outcome } = await admission.admit({
      key_id,
      organization_id,
      call_id: `inspection/${limit}`,
      requests: 0,
      quota_per_hour: Number.MAX_SAFE_INTEGER,
      max_concurrent: Number.MAX_SAFE_INTEGER,
      reservations: [{ reservation_id: `inspection/${limit}`, cost_cents: 1 }],
      key_monthly_limit_cents: null,
      organization_monthly_limit_cents: limit,
      lease_until_ms: now_ms + 1,
      now_ms,
    });
    return outcome === 'admitted';
  };
  assert.equal(await fits(cents), false, `less than ${cents} cents were charged`);
  assert.equal(await fits(cents + 1), true, `more than ${cents} cents were charged`);
}
