/** A document with more claims than are kept in memory with their details, from its file to its result, with the real engine. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MEBIBYTE } from '#contracts/http/operation.ts';
import { usageOf } from '#platform/documents/process-usage.ts';
import { ended, submit } from '#test/support/documents.ts';
import { longReport } from '#test/support/pdf.ts';
import { openTestService } from '#test/support/service/open.ts';

/** The most that a document may have takes some minutes: `npm run bench -- --only pages`. */
const PAGES = 100;
const LOOK_EVERY_MS = 50;
/** It takes twenty seconds of two cores, which other tests want at the same time. */
const WITHIN_MS = 240_000;

test('a document of 100 pages is verified whole', async (context) => {
  const service = await openTestService({ realEngine: true });
  context.after(() => service.close());
  const before = (await usageOf(process.pid))?.memory ?? 0;
  let most = before;
  const watch = setInterval(async () => {
    most = Math.max(most, (await usageOf(process.pid))?.memory ?? 0);
  }, LOOK_EVERY_MS);
  context.after(() => clearInterval(watch));
  const started = performance.now();
  const receipt = await submit(service, { name: 'report.pdf', content: longReport(PAGES) });
  assert.equal(receipt.status, 202, receipt.text);
  const { body: status } = await ended(service, receipt.body.job_id, undefined, WITHIN_MS);
  const seconds = (performance.now() - started) / 1_000;
  context.diagnostic(`${seconds.toFixed(1)} s, ${Math.round((most - before) / MEBIBYTE)} MiB more memory at most`);

  assert.deepEqual([status.status, status.error_code], ['succeeded', null]);
  const characters = Number(/^PDF, 100 pages, (\d+) characters of text$/.exec(status.source_context)?.[1]);
  assert.ok(characters > 200_000, status.source_context);
  const { claims, limitations, coverage } = status.result;
  assert.ok(claims.length > 2_000, `${claims.length} claims`);
  const pages = claims.map((claim: { location: { page: number } }) => claim.location.page);
  for (const { original_span, location } of claims) {
    const named = /^Building (\d+) of/.exec(original_span)?.[1];
    if (named !== undefined) assert.equal(location.page, Number(named), original_span);
  }
  assert.equal(pages.at(-1), PAGES);
  assert.deepEqual(
    limitations.filter((limitation: string) => limitation.startsWith('too_many_claims')),
    [],
  );
  assert.ok(coverage.estimated_material_claims > 2_000);
});
