import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Worker } from 'node:worker_threads';
import { BatchResponse } from '#contracts/http/verification.ts';
import { eventually } from '#test/support/eventually.ts';
import { testedShape } from '#test/support/ground/ground.ts';
import { openTestService, type TestService } from '#test/support/service/open.ts';

const workers: Worker[] = [];
const remember = (worker: Worker) => void workers.push(worker);
process.on('worker', remember);

let service: TestService;
before(async () => {
  service = await openTestService();
});
after(async () => {
  process.off('worker', remember);
  await service.close();
});

const sentences = (count: number) => Array.from({ length: count }, (_, i) => `Bridge ${i} is old.`).join(' ');

test('POST, replay, GET and JSON export return the same long result', async () => {
  const body = { content: sentences(130) };
  const headers = { 'idempotency-key': 'long' };
  const first = await service.call('POST', '/verifications', { body, headers });
  assert.equal(first.status, 201);
  assert.equal(first.body.result.claims.length, 130);
  const replayed = await service.call('POST', '/verifications', { body, headers });
  assert.equal(replayed.text, first.text);
  const path = `/verifications/${first.body.result.id}`;
  assert.equal((await service.call('GET', path)).text, first.text);
  assert.equal((await service.call('GET', `${path}/export?format=json`)).text, first.text);
  const page = await service.call('GET', `${path}/export?format=html`);
  assert.equal(page.text.split('<article class="claim').length - 1, 130);
});

test('batches and single POSTs return long, short and zero-retention results', async () => {
  const zero = { content: sentences(60), zero_retention: true };
  const items = [{ content: sentences(70) }, zero, { content: sentences(3) }];
  const headers = { 'idempotency-key': 'batch' };
  const answer = await service.call('POST', '/batches', { body: { items }, headers });
  assert.equal(answer.status, 200);
  assert.deepEqual(BatchResponse.parse(answer.body), answer.body);
  assert.deepEqual(answer.body.counts, { total: 3, completed: 3, failed: 0 });
  const claims = answer.body.items.map((item: { result: { claims: unknown[] } }) => item.result.claims.length);
  assert.deepEqual(claims, [70, 60, 3]);
  const alone = await service.call('POST', '/verifications', { body: zero });
  assert.equal(alone.body.result.claims.length, 60);
  assert.equal((await service.call('GET', `/verifications/${answer.body.items[1].result.id}`)).status, 410);

  const again = await service.call('POST', '/batches', { body: { items }, headers });
  const outcomes = again.body.items.map((item: { status_code: number; error: { code: string } | null }) => [
    item.status_code,
    item.error?.code ?? null,
  ]);
  assert.deepEqual(outcomes, [
    [201, null],
    [409, 'idempotency_result_not_retained'],
    [201, null],
  ]);
  assert.deepEqual(again.body.items[0].result, answer.body.items[0].result);
});

for (const name of ['reader', 'library']) {
  test(`a lost ${name} thread fails its own calls and is replaced`, async (context) => {
    if (testedShape() !== 'embedded') return context.skip('the embedded shape has such threads');
    const posted = await service.call('POST', '/verifications', { body: { content: sentences(2) } });
    const path = `/verifications/${posted.body.result.id}`;
    const [lost] = workers.filter((worker) => worker.threadName === name).slice(-1);
    if (name === 'reader') {
      // The thread ends with the call that was sent to it, so that no other can have answered.
      lost!.postMessage = () => void lost!.terminate();
      const answer = await service.call('GET', path);
      assert.equal(answer.status, 503);
      assert.equal(answer.body.error.code, 'service_unavailable');
      assert.ok(Number(answer.headers['retry-after']) > 0);
    }
    await lost!.terminate();
    await eventually('an answer of the next thread', async () => (await service.call('GET', path)).status === 200);
    const later = await service.call('POST', '/verifications', { body: { content: sentences(2) } });
    assert.equal(later.status, 201);
    const line = service.logs.find((each) => each.includes('is replaced') && each.includes(`"thread":"${name}"`));
    assert.match(line ?? '', /"level":"error"/);
  });
}
