/** Texts with very many claims, with the real engine. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTestService } from '#test/support/service/open.ts';

test('three thousand claims are read; result and history say where reading ended', async (context) => {
  const service = await openTestService({ realEngine: true });
  context.after(() => service.close());
  const content = 'A is B. '.repeat(3_020).trim();
  const { status, body } = await service.call('POST', '/verifications', { body: { content } });
  assert.equal(status, 201);
  const { id, claims, coverage, limitations, overall_statement } = body.result;
  assert.equal(claims.length, 3_000);
  assert.equal(coverage.status, 'qualified');
  assert.deepEqual(coverage.missing_or_uncertain_spans, [
    `characters 24000 to ${content.length}, from line 1 on: ${content.slice(24_000, 24_200)}`,
  ]);
  assert.ok(limitations.some((limitation: string) => limitation.startsWith('too_many_claims: ')));
  assert.match(overall_statement, /was not read from character 24000 on/);
  const events = await service.service.stores.events.readStream(`verification-${id}`);
  const extracted = events.find(({ type }) => type === 'ExtractionCompleted.v1');
  assert.equal(extracted?.data.unread_from, 24_000);
  const read = await service.call('GET', `/verifications/${id}`);
  assert.deepEqual(read.body.result, body.result);
});

test('a text of 1,500 claims is read to its end, as are result and export', async (context) => {
  const service = await openTestService({ realEngine: true });
  context.after(() => service.close());
  const content = Array.from({ length: 1_500 }, (_, i) => `Kubo sold ${i + 2} boats.`).join(' ');
  const { status, body } = await service.call('POST', '/verifications', { body: { content } });
  assert.equal(status, 201);
  const { id, claims, limitations } = body.result;
  assert.equal(claims.length, 1_500);
  assert.equal(claims.at(-1).original_span, 'Kubo sold 1501 boats.');
  assert.ok(!limitations.some((limitation: string) => limitation.startsWith('too_many_claims: ')));
  const read = await service.call('GET', `/verifications/${id}`);
  assert.deepEqual(read.body.result, body.result);
  const report = await service.call('GET', `/verifications/${id}/export`);
  assert.equal(report.status, 200);
  assert.match(String(report.text), /Kubo sold 1501 boats\./);
});
