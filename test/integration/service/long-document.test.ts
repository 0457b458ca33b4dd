/** A document with the maximum number of pages, from its file to its result, with the real engine. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MAX_PAGES } from '#contracts/document-vocabulary.ts';
import { MEBIBYTE } from '#contracts/http/operation.ts';
import { MOST_CLAIMS } from '#contracts/most-claims.ts';
import { usageOf } from '#platform/documents/process-usage.ts';
import { ended, submit } from '#test/support/documents.ts';
import { longReport } from '#test/support/pdf.ts';
import { openTestService } from '#test/support/service/open.ts';

const LOOK_EVERY_MS = 50;
/** It takes twenty seconds of two cores, which other tests want at the same time. */
const WITHIN_MS = 240_000;

test('the result of 500 pages says what was not read', async (context) => {
  const service = await openTestService({ realEngine: true });
  context.after(() => service.close());
  const before = (await usageOf(process.pid))?.memory ?? 0;
  let most = before;
  const watch = setInterval(async () => {
    most = Math.max(most, (await usageOf(process.pid))?.memory ?? 0);
  }, LOOK_EVERY_MS);
  context.after(() => clearInterval(watch));
  const started = performance.now();
  const receipt = await submit(service, { name: 'report.pdf', content: longReport(MAX_PAGES) });
  assert.equal(receipt.status, 202, receipt.text);
  const { body: status } = await ended(service, receipt.body.job_id, undefined, WITHIN_MS);
  const seconds = (performance.now() - started) / 1_000;
  context.diagnostic(`${seconds.toFixed(1)} s, ${Math.round((most - before) / MEBIBYTE)} MiB more memory at most`);

  assert.deepEqual([status.status, status.error_code], ['succeeded', null]);
  const characters = Number(/^PDF, 500 pages, (\d+) characters of text$/.exec(status.source_context)?.[1]);
  assert.ok(characters > 1_000_000, status.source_context);
  const { claims, limitations, coverage } = status.result;
  assert.equal(claims.length, MOST_CLAIMS);
  const pages = claims.map((claim: { location: { page: number } }) => claim.location.page);
  for (const { original_span, location } of claims) {
    const named = /^Building (\d+) of/.exec(original_span)?.[1];
    if (named !== undefined) assert.equal(location.page, Number(named), original_span);
  }
  assert.ok(pages.at(-1) > 20, `the last claim is on page ${pages.at(-1)}`);
  const [, page, from, to] =
    /^too_many_claims: .* page (\d+), line \d+ on \(characters (\d+) to (\d+)\) .* not read\.$/.exec(
      limitations.find((limitation: string) => limitation.startsWith('too_many_claims')),
    )!;
  assert.ok(Number(page) >= pages.at(-1));
  assert.ok(Number(from) >= claims.at(-1).location.end);
  assert.equal(Number(to), characters);
  assert.notEqual(coverage.status, 'complete');
  assert.ok(coverage.estimated_material_claims > 10_000, 'what was not read is estimated');
});
