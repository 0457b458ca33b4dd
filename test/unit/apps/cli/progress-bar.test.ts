import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createProgressBar } from '#apps/cli/progress-bar.ts';

function streamOf(isTTY: boolean) {
  const written: string[] = [];
  const stream = { isTTY, columns: 40, write: (text: string) => written.push(text) };
  return { written, stream: stream as unknown as NodeJS.WriteStream };
}

test('a terminal gets a bar that is redrawn and leaves nothing behind', () => {
  const { written, stream } = streamOf(true);
  let now = 0;
  const bar = createProgressBar(stream, () => now);
  bar.report({ label: 'judging', done: 1, total: 4 });
  now += 10;
  bar.report({ label: 'judging', done: 2, total: 4 });
  now += 100;
  bar.report({ label: 'judging', done: 3, total: 4 });
  bar.report({ label: 'judging', done: 4, total: 4 });
  bar.clear();
  bar.clear();
  assert.deepEqual(
    written.map((text) => text.replace('\r\x1b[2K', '')),
    [
      `${'█'.repeat(6)}${'░'.repeat(18)}  judging  1/4`,
      `${'█'.repeat(18)}${'░'.repeat(6)}  judging  3/4`,
      `${'█'.repeat(24)}  judging  4/4`,
      '',
    ],
  );
  for (const text of written) assert.ok(text.startsWith('\r\x1b[2K'));
});

test('what is no terminal gets nothing', () => {
  const { written, stream } = streamOf(false);
  const bar = createProgressBar(stream);
  bar.report({ label: 'indexing', done: 1, total: 2 });
  bar.report({ label: 'indexing', done: 2, total: 2 });
  bar.clear();
  assert.deepEqual(written, []);
});
