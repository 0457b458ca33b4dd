/** What an operator does about a verification whose stage failed for good, in either shape. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createOperations } from '#apps/control/operations.ts';
import { eventually } from '#test/support/eventually.ts';
import { openTestService } from '#test/support/service/open.ts';

test('a dead letter is listed and counted; a retry finishes it once', async (context) => {
  const service = await openTestService();
  context.after(() => service.close());
  const operations = createOperations(service.service, () => {});
  service.engine.failWith = 'engine_error';
  assert.equal((await service.call('POST', '/verifications', { body: { content: 'Water is wet.' } })).status, 500);
  const { data } = await operations.listDeadLetters({});
  assert.equal(data.length, 1);
  const { verification_id: id, stage, state, error_class } = data[0]!;
  assert.deepEqual([stage, state, error_class], ['extract', 'open', 'EngineError']);
  const metrics = await service.call('GET', '//metrics', { key: null });
  assert.match(metrics.text, /^pipeline_stage_retries_total\{stage="extract",error="EngineError"\} 1$/m);
  assert.match(metrics.text, /^pipeline_stage_dead_letters_total\{stage="extract",error="EngineError"\} 1$/m);

  service.engine.failWith = null;
  const all = () => operations.retryDeadLetters({ verification_ids: null });
  assert.deepEqual(await all(), { data: [{ verification_id: id, outcome: 'restarted' }] });
  assert.deepEqual(await all(), { data: [] });
  await eventually('the result', async () => (await service.call('GET', `/verifications/${id}`)).status === 200);
  assert.equal((await operations.listDeadLetters({})).data[0]!.state, 'retried');
});
