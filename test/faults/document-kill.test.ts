/** Kill -9 while documents arrive and are worked on, in the distributed shape. Embedded: test/integration/apps. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { Deployment } from '#test/support/deployment/deployment.ts';
import { deployDistributed } from '#test/support/deployment/distributed.ts';
import {
  acceptedJob,
  assertCharged,
  assertDoneOnce,
  killInEveryStage,
  sendDocument,
  untilSucceeded,
} from '#test/support/document-kills.ts';
import { numbersFor } from '#test/support/random-numbers.ts';
import { startServers } from '#test/support/servers/all.ts';
import { untilIdle } from './rest.ts';

/** Of a text of less than 10 KB, at the default tariff. */
const CENTS = 2;
const UPLOADS = 4;
const COMMAND_APIS = ['command-api-1', 'command-api-2'];
const PATIENCE_MS = 60_000;

test('kill -9 in every stage of a document, and of the APIs that take it', async (context) => {
  const servers = await startServers(context);
  if (servers === null) return;
  const workers = { projectors: 'projectors', 'pipeline-1': 'pipeline' };
  const { deployment, remove } = await deployDistributed(servers, {}, workers);
  context.after(remove);
  const jobs = [
    ...(await killInEveryStage(deployment, ['pipeline-1'])),
    ...(await killWhileSending(context, deployment)),
  ];
  await untilSucceeded(deployment, jobs);
  await untilIdle(deployment);

  await deployment.stop();
  const stores = await deployment.openStores();
  context.after(() => stores.close());
  await assertDoneOnce(stores, jobs);
  await assertCharged(stores, jobs, CENTS * jobs.length);
});

/** Each document is sent again under its idempotency key until it is accepted. */
async function killWhileSending(context: TestContext, deployment: Deployment): Promise<string[]> {
  const random = numbersFor(context);
  const jobs: string[] = [];
  for (let n = 0; n < UPLOADS; n++) {
    const send = () => sendDocument(deployment, 100 + n, `upload-${n}`).catch(() => null);
    const first = send();
    await delay(random(60));
    await deployment.kill(COMMAND_APIS);
    const answered = await first;
    await deployment.restart();
    const deadline = Date.now() + PATIENCE_MS;
    let accepted = await send();
    while (accepted?.status !== 202) {
      assert.ok(Date.now() < deadline, `not accepted: ${accepted?.text}`);
      await delay(500);
      accepted = await send();
    }
    const job = acceptedJob(accepted);
    // What was acknowledged before the kill is the same job.
    if (answered?.status === 202) assert.equal(acceptedJob(answered), job);
    jobs.push(job);
  }
  return jobs;
}
