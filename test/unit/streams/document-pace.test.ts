/** Estimates of how long a document takes, and how finished documents change them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  ASSUMED_PACE,
  estimateSeconds,
  type MeasuredDocument,
  paceAfter,
  paceOf,
  recordPace,
} from '#streams/document-pace.ts';
import { memoryValues } from '#test/support/memory-server-values.ts';

const MEGABYTE = 1_000_000;
/** Of four megabytes. */
const CLAIMS = (4 * MEGABYTE * 0.3) / 110;
/** As the assumptions have it: two and a half seconds a megabyte after one to start, and 107 for two thousand claims of 110 characters. */
const PDF: MeasuredDocument = {
  kind: 'pdf',
  bytes: 4 * MEGABYTE,
  claims: CLAIMS,
  reading_seconds: 11,
  verifying_seconds: (CLAIMS * 4) / 75,
};

const after = (documents: readonly MeasuredDocument[]) => documents.reduce(paceAfter, ASSUMED_PACE);

test('a document that takes as long as assumed changes nothing', () => {
  const pace = after([PDF]);
  for (const part of ['reading', 'verifying'] as const) assert.ok(Math.abs(pace[part] - 1) < 1e-9);
});

test('estimates approach the measured times, each part by itself', () => {
  const slow = { ...PDF, verifying_seconds: 3 * PDF.verifying_seconds };
  const first = estimateSeconds('pdf', PDF.bytes, ASSUMED_PACE);
  const second = estimateSeconds('pdf', PDF.bytes, after([slow]));
  const later = estimateSeconds('pdf', PDF.bytes, after(Array(20).fill(slow)));
  assert.deepEqual([first.parsing, first.judging, first.total], [11, 364, 594]);
  assert.deepEqual([second.parsing, second.judging], [11, 582]);
  assert.deepEqual([later.parsing, later.judging], [11, 1091]);
  assert.equal(later.total, later.parsing! + later.extracting! + later.retrieving! + later.judging!);
});

test('short documents count little, and no delay counts for more than ten times', () => {
  const short = { ...PDF, claims: 1, verifying_seconds: 2 };
  assert.ok(after([short]).verifying < 1.1);
  const waited = { ...PDF, verifying_seconds: 86_400 };
  assert.deepEqual(
    after([waited]).verifying,
    after([{ ...PDF, verifying_seconds: 10 * PDF.verifying_seconds }]).verifying,
  );
  assert.deepEqual(after([{ ...PDF, reading_seconds: -1, claims: 0 }]), ASSUMED_PACE);
});

test('each organization has its own pace', async () => {
  const values = memoryValues();
  await recordPace(values, 'org_1', { ...PDF, reading_seconds: 22 });
  assert.ok(Math.abs((await paceOf(values, 'org_1')).reading - 1.3) < 1e-9);
  assert.deepEqual(await paceOf(values, 'org_2'), ASSUMED_PACE);
});
