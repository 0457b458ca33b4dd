import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Loss, reportingExporter } from '#platform/tracing/reporting-exporter.ts';

const MINUTE = 60_000;

test('losses are counted, and reported at most once a minute', () => {
  const losses: Loss[] = [];
  let now = 0;
  let code = 1;
  const failing = {
    export: (_spans: unknown, done: (result: { code: number }) => void) => done({ code }),
    shutdown: async () => {},
  };
  const exporter = reportingExporter(failing, { now: () => now }, (loss) => losses.push(loss));
  const lose = (count: number) => exporter.export(new Array(count), () => {});
  const counts = () => losses.map((loss) => loss.spans_lost);

  lose(2);
  lose(3);
  now = MINUTE - 1;
  lose(4);
  assert.deepEqual(counts(), [2]);
  now = MINUTE;
  lose(1);
  assert.deepEqual(counts(), [2, 8]);
  lose(5);
  code = 0;
  now = 3 * MINUTE;
  lose(6);
  assert.deepEqual(counts(), [2, 8], 'what was taken is no loss');
  exporter.giveUp();
  assert.deepEqual(counts(), [2, 8, 5], 'the rest is told at the end');
});
