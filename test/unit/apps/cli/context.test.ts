import assert from 'node:assert/strict';
import { test } from 'node:test';
import { processContext } from '#apps/cli/context.ts';

/** What a command writes that prints to a terminal, or to something else. */
function writtenTo(isTTY: boolean) {
  const written = { out: '', error: '' };
  const stream = (name: keyof typeof written) => {
    const write = (text: string) => {
      written[name] += text;
    };
    return { isTTY, columns: 80, hasColors: () => false, on() {}, write };
  };
  const streams = { stdout: stream('out'), stderr: stream('error') };
  const context = processContext(streams as unknown as NodeJS.Process);
  context.progress.report({ label: 'copying', done: 1, total: 2 });
  context.hint('keep the key apart');
  context.note('a file was skipped');
  context.out('/backups/one\n');
  return written;
}

test('cron gets what was asked for and what is wrong, a person also hints', () => {
  assert.deepEqual(writtenTo(false), { out: '/backups/one\n', error: 'a file was skipped\n' });
  const { out, error } = writtenTo(true);
  assert.equal(out, '/backups/one\n');
  assert.match(error, /copying {2}1\/2.*keep the key apart\na file was skipped\n$/s);
});
