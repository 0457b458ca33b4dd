/** A service that is killed while it works on documents: at once, and within each stage. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deployEmbedded } from '#test/support/deployment/embedded.ts';
import { assertDoneOnce, killInEveryStage, SECRET, untilSucceeded } from '#test/support/document-kills.ts';
import { formsOfText, tracesIn } from '#test/support/service/traces.ts';

test('kill -9 at any stage of a document loses, repeats and leaves behind nothing', async (context) => {
  const { deployment, remove } = await deployEmbedded();
  context.after(async () => {
    await deployment.stop();
    await remove();
  });
  const jobs = await killInEveryStage(deployment, ['service']);
  await untilSucceeded(deployment, jobs);

  await deployment.stop();
  const folder = deployment.environment.EVIDENCE_DATA_DIR!;
  assert.deepEqual(tracesIn(folder, formsOfText(SECRET)), []);
  const stores = await deployment.openStores();
  context.after(() => stores.close());
  await assertDoneOnce(stores, jobs);
});
