/** `evidence verify` with a model that nobody answers for: its summary, its JSON and its report say so. */
import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { evidence } from '#test/support/command-line.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const TOLD = 'No language model read 1 of 1 claim: the language model could not be reached.';

test('evidence verify tells that its model was not reached, and that it judged alone', async (context) => {
  const folder = await temporaryFolder();
  context.after(folder.remove);
  const [article, report, library] = ['article.txt', 'report.html', 'library'].map((name) => join(folder.path, name));
  await writeFile(article!, 'The station has 24 turbines.');
  await mkdir(library!);
  await writeFile(
    join(library!, 'station.md'),
    '# The station\n\nThe station is in the north. Its turbines are old.\n',
  );
  const data = join(folder.path, 'data');
  const model = ['--model-url', 'http://127.0.0.1:1/v1', '--model', 'foo+bar'];
  const verify = (...options: string[]) =>
    evidence(data, ['verify', article!, '--library', library!, ...model, ...options]);
  const summary = await verify('--html', report!);
  assert.equal(summary.code, 0, summary.stderr);
  const json = await verify('--json');
  assert.equal(json.code, 0, json.stderr);
  const page = await readFile(report!, 'utf8');
  for (const text of [summary.stdout.replaceAll(/\s+/g, ' '), json.stdout, page]) {
    assert.ok(text.includes(TOLD), text.slice(0, 2_000));
    assert.doesNotMatch(text, /foo\+bar|\+bar/);
  }
});
