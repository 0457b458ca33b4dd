import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inListing, inStat, usageOf } from '#platform/documents/process-usage.ts';

test("Linux' statistics of a process are read whatever its name is", () => {
  const stat = `42 (a) b (c) R 1 42 42 0 -1 4194304 900 0 0 0 150 25 0 0 20 0 11 0 12345 1000000 2560 ${'0 '.repeat(28)}`;
  assert.deepEqual(inStat(stat), { memory: 2_560 * 4_096, processorMs: 1_750 });
});

test('a listing of ps is read, with and without hours and days', () => {
  assert.deepEqual(inListing('  2048   0:01.25\n'), { memory: 2_048 * 1_024, processorMs: 1_250 });
  assert.equal(inListing('1 1:02:03').processorMs, 3_723_000);
  assert.equal(inListing('1 2-00:00:01').processorMs, 172_801_000);
});

test('a process that has ended has no usage', async () => {
  assert.equal(await usageOf(2 ** 30), null);
  if (process.platform !== 'win32') assert.ok((await usageOf(process.pid))!.memory > 1_000_000);
});
