import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { startService } from '#test/support/service.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const PRELOADED = join(import.meta.dirname, '..', '..', 'support', 'query-plans.mjs');
/** Tables with at least a row for each verification. */
const GROWING =
  /\b(?:events|streams|view_\w+|idempotency|quota_windows|slots|cost_reservations|data_keys|destroyed|ephemeral_deadlines|deliveries)\b/;

test('no statement of a verification reads through a table that grows with them', async (context) => {
  const folder = await temporaryFolder();
  context.after(folder.remove);
  const plans = join(folder.path, 'plans.jsonl');
  const service = await startService(join(folder.path, 'data'), {
    NODE_OPTIONS: `--import=${PRELOADED}`,
    QUERY_PLANS: plans,
  });
  const made = await service.request('POST', '/v1/verifications', {
    body: { content: 'The station has 18 turbines.' },
    headers: { 'idempotency-key': 'plans' },
  });
  const listed = await service.request('GET', '/v1/reviews');
  await service.stop();
  assert.deepEqual([made.status, listed.status], [201, 200]);

  const statements = (await readFile(plans, 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { sql: string; plan: string[] });
  const written = statements.filter(({ sql }) => sql.startsWith('INSERT INTO events'));
  assert.ok(written.length > 0, 'the statements of the event log were not recorded');
  const through = statements.filter(({ plan }) =>
    plan.some((step) => /^SCAN (?!CONSTANT)/.test(step) && GROWING.test(step)),
  );
  assert.deepEqual(through, []);
});
