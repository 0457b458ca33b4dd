/** A text with more claims than are read from one text, with the real engine. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTestService } from '#test/support/service/open.ts';

test('a thousand claims are read; result and history say where reading ended', async (context) => {
  const service = await openTestService({ realEngine: true });
  context.after(() => service.close());
  const content = 'A is B. '.repeat(1_200).trim();
  const { status, body } = await service.call('POST', '/verifications', { body: { content } });
  assert.equal(status, 201);
  const { id, claims, coverage, limitations, overall_statement } = body.result;
  assert.equal(claims.length, 1_000);
  assert.equal(coverage.status, 'qualified');
  assert.deepEqual(coverage.missing_or_uncertain_spans, [
    `characters 8000 to ${content.length}, from line 1 on: ${content.slice(8_000, 8_200)}`,
  ]);
  assert.ok(limitations.some((limitation: string) => limitation.startsWith('too_many_claims: ')));
  assert.match(overall_statement, /was not read from character 8000 on/);
  const events = await service.service.stores.events.readStream(`verification-${id}`);
  const extracted = events.find(({ type }) => type === 'ExtractionCompleted.v1');
  assert.equal(extracted?.data.unread_from, 8_000);
  const read = await service.call('GET', `/verifications/${id}`);
  assert.deepEqual(read.body.result, body.result);
});
