import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { inspectFolder } from './inspect.ts';
import { runKills } from './kill-runs.ts';

const LIBRARY = join(import.meta.dirname, '../../examples/library');

test('kill -9 under load, twenty times: nothing acknowledged is lost, nothing is done twice', async (context) => {
  const { path: folder, remove } = await temporaryFolder();
  context.after(remove);
  const environment = { EVIDENCE_LIBRARY_DIR: LIBRARY };
  const { orders, lost } = await runKills({ folder, kills: 20, ordersPerRun: 200, environment });
  assert.deepEqual(lost, []);

  const found = await inspectFolder(folder);
  const acknowledged = orders.filter((order) => order.acknowledged !== null);
  context.diagnostic(`${acknowledged.length} of ${orders.length} orders acknowledged, ${found.verifications} accepted`);
  assert.deepEqual(found.unfinished, [], 'every accepted verification ends');
  assert.deepEqual(found.doubled, [], 'no event id or completion stands twice');
  assert.deepEqual(found.deadLetters, [], 'no stage is given up on because it was interrupted');
  assert.deepEqual(
    found.failed.filter((failure) => failure.reason !== 'key_lost'),
    [],
  );
  assert.ok(
    found.failed.every((failure) => failure.zero_retention),
    'only zero retention may lose its key',
  );
  assert.deepEqual(found.differentViews, [], 'rebuilt views equal the live ones');
  // One verification per idempotency key, however often it was repeated.
  assert.equal(new Set(acknowledged.map((order) => order.acknowledged?.id)).size, acknowledged.length);
  assert.ok(found.verifications <= orders.length, `${found.verifications} verifications for ${orders.length} orders`);
});

test('the same check fails for a service that acknowledges before it commits', async (context) => {
  const { path: folder, remove } = await temporaryFolder();
  context.after(remove);
  const preload = pathToFileURL(join(import.meta.dirname, 'acknowledge-early.ts')).href;
  const environment = { EVIDENCE_LIBRARY_DIR: LIBRARY, NODE_OPTIONS: `--import=${preload}` };
  const found = await runKills({ folder, kills: 10, ordersPerRun: 100, environment, untilLost: true }).then(
    ({ lost }) => lost,
    (error: Error) => [error.message],
  );
  // Either an acknowledged verification is gone, or the queue remembers more than the log holds.
  const noticed = found.some((each) => each.startsWith('ver_') || each.includes('consumed more than the log holds'));
  assert.ok(noticed, `what was found: ${found}`);
});
