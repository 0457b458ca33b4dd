/** The benchmarks' copies of verifications: whatever would be caught up with beside a measurement would be measured. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { STAGE_NAMES } from '#pipeline/stages/stage-table.ts';
import { openConnection } from '#platform/sqlite/database.ts';
import { QueueProgress } from '#platform/sqlite/queue/queue-progress.ts';
import { PROJECTIONS } from '#projectors/all.ts';
import { followToEnd } from '#test/support/audit.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { originals } from '../../../bench/scale.ts';
import { withStores } from '../../../bench/support/opened-stores.ts';
import { seed } from '../../../bench/support/seeding.ts';

const COPIES = 30;

test('a seeded folder leaves a service nothing to catch up with', async (context) => {
  const folder = await temporaryFolder();
  context.after(folder.remove);
  const data = join(folder.path, 'data');
  await seed(data, await originals(data, {}, 1), COPIES);

  const head = await withStores(data, async ({ events, views, operations }) => {
    const end = await events.head();
    for (const { view } of PROJECTIONS) {
      assert.equal(await views.checkpoint(await views.live(view)), end, `the view ${view.name} is behind`);
    }
    const { values } = operations;
    await followToEnd({ events, values });
    assert.equal(await events.head(), end, 'audit records were missing');
    return end;
  });
  const progress = new QueueProgress(join(data, 'queue.db'));
  for (const stage of STAGE_NAMES) assert.equal(progress.load(stage).watermark, head, `${stage} is behind`);
  progress.close();
  assert.equal(slotsIn(join(data, 'operations.db')), 0, 'slots are kept that will lapse');
});

function slotsIn(file: string): number {
  const database = openConnection(file, { readOnly: true });
  const { slots } = database.prepare('SELECT count(*) AS slots FROM slots').get() as { slots: number };
  database.close();
  return slots;
}
