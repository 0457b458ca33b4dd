import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createProgressLines } from '#apps/cli/progress-lines.ts';

test('a log gets a line of progress every fifteen seconds, none of short work', () => {
  const lines: string[] = [];
  let now = 0;
  const report = createProgressLines(
    (line) => lines.push(line),
    () => now,
  );
  for (let done = 0; done <= 40; done++) {
    report({ label: 'moving events', done, total: done < 20 ? 40 : null });
    now += 1_000;
  }
  assert.deepEqual(lines, ['moving events: 15 of 40', 'moving events: 30']);
});
