/** A service that is killed while it works on documents: at once, and after each stage. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documentJobStream, verificationOfJob } from '#domain/document-job/ids.ts';
import { verificationStream } from '#domain/verification/decider.ts';
import { deployEmbedded } from '#test/support/deployment/embedded.ts';
import { form } from '#test/support/documents.ts';
import { eventually } from '#test/support/eventually.ts';
import { formsOfText, tracesIn } from '#test/support/service/traces.ts';

/** null: as soon as the submission has been answered. */
const KILLED_AFTER = [null, 'parse', 'extract', 'retrieve', 'judge', 'conclude', 'assemble'];
const SENTENCES = 60;
const SECRET = 'Xylophaga dorsalis';
/** A key has 60 calls a minute. */
const LOOK_EVERY_MS = 1_500;

test('kill -9 at any stage of a document loses nothing, does nothing twice and leaves no text behind', async (context) => {
  const { deployment, remove } = await deployEmbedded();
  context.after(async () => {
    await deployment.stop();
    await remove();
  });
  const submit = async (n: number): Promise<string> => {
    const text = Array.from({ length: SENTENCES }, (_, i) => `Hull ${n} lost ${i} planks to ${SECRET}.`).join(' ');
    const { body, headers } = form([{ name: 'file', filename: 'hulls.txt', content: text }]);
    const authorization = `Bearer ${deployment.key}`;
    const answer = await fetch(`${deployment.url}/v1/documents`, {
      method: 'POST',
      headers: { ...headers, authorization },
      body: new Uint8Array(body),
    });
    const receipt = (await answer.json()) as { job_id: string };
    assert.equal(answer.status, 202, JSON.stringify(receipt));
    return receipt.job_id;
  };
  const hasHandled = (stage: string, jobId: string) =>
    deployment
      .logsOf('service')
      .some(
        (line) =>
          line.msg === 'stage handled' && line.stage === stage && line.verification_id === verificationOfJob(jobId),
      );

  const jobs: string[] = [];
  for (const [n, stage] of KILLED_AFTER.entries()) {
    const job = await submit(n);
    jobs.push(job);
    if (stage !== null) await eventually(`the end of ${stage}`, () => hasHandled(stage, job), 60_000);
    await deployment.kill(['service']);
    await deployment.restart();
  }
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
      120_000,
    );
  }

  await deployment.stop();
  const folder = deployment.environment.EVIDENCE_DATA_DIR!;
  assert.deepEqual(tracesIn(folder, formsOfText(SECRET)), []);
  const stores = await deployment.openStores();
  context.after(() => stores.close());
  for (const job of jobs) {
    const typesOf = async (stream: string) => (await stores.events.readStream(stream)).map(({ type }) => type);
    assert.deepEqual(await typesOf(documentJobStream(job)), [
      'DocumentSubmitted.v1',
      'DocumentProcessingStarted.v1',
      'DocumentParsed.v1',
      'DocumentSucceeded.v1',
    ]);
    const types = await typesOf(verificationStream(verificationOfJob(job)));
    const ends = types.filter((type) => !/^(ClaimExtracted|EvidenceRetrieved|ClaimJudged)\./.test(type));
    assert.equal(new Set(ends).size, ends.length, `each of ${ends} once`);
    assert.equal(types.filter((type) => type.startsWith('ClaimJudged')).length, SENTENCES);
    assert.equal(await stores.blobs.get(`${verificationOfJob(job)}/upload/000`), null);
  }
});
