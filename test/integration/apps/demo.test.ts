import assert from 'node:assert/strict';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { VERDICT_WORDS, VERDICTS_SHOWN } from '#results/page/words.ts';
import { runProgram } from '#test/support/command-line.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { EXAMPLE_FIGURES } from '#workbench/example-figures.ts';

test('the demo shows all five verdicts and a PDF, and leaves only the page behind', async () => {
  const folder = await temporaryFolder();
  try {
    const { code, stdout, stderr } = await runProgram('scripts/demo.ts', [], {
      cwd: folder.path,
      environment: { TMPDIR: folder.path },
    });
    assert.equal(code, 0, stderr);
    for (const verdict of ['✓', '✕', '!', '?', '–']) {
      assert.match(
        stdout,
        new RegExp(`^\\${verdict}\\d+ (Supported|Contradicted|Disputed|Unverifiable|Not checkable) `, 'm'),
      );
    }
    assert.match(stdout, /urn:evidence:library:/);
    assert.match(stdout, /^Risk +(Low|Medium|High|Critical): /m);
    assert.match(stderr, /accepted {2}examples\/newsletter\.pdf .*\nverified {2}examples\/newsletter\.pdf in /);
    assert.doesNotMatch(stderr, /judging/, 'progress is for a terminal');
    assert.match(stdout, /^examples\/newsletter\.pdf {2}PDF, 2 pages, \d+ characters of text$/m);
    assert.match(stdout, /^page 1 {2}✓\d+ Supported +The visitor centre received 52,000 visitors in 2023\.$/m);
    assert.match(stdout, /^On page 2:\n✕\d+ Contradicted .*\n +In 2018 the count was 4,700 salmon\.$/m);
    const page = join(folder.path, 'report.html');
    assert.ok(stdout.includes(page));
    assert.match(await readFile(page, 'utf8'), /^<!doctype html>[\s\S]*Five years of tidal power at Velmar/);
    assert.deepEqual(await readdir(folder.path), ['report.html']);
  } finally {
    await folder.remove();
  }
});

test('the demo shows what recorded answers of a model change', async () => {
  const folder = await temporaryFolder();
  try {
    const { code, stdout, stderr } = await runProgram('scripts/demo.ts', ['--model', 'recorded'], {
      cwd: folder.path,
      environment: { TMPDIR: folder.path },
    });
    assert.equal(code, 0, stderr);
    assert.match(stdout, /With the model behind the judge, [1-9]\d* verdicts are others/);
    assert.match(stdout, /^unverifiable +→ supported +\S/m);
    const printed = VERDICTS_SHOWN.map((verdict) => {
      const line = new RegExp(`^${VERDICT_WORDS[verdict].label} +(\\d+) +(\\d+)$`, 'm').exec(stdout)!;
      return [verdict, { rules: Number(line[1]), model: Number(line[2]) }];
    });
    assert.deepEqual(Object.fromEntries(printed), EXAMPLE_FIGURES, 'the first page of the workbench shows others');
    // Whoever changes extraction, retrieval or the question has to record the answers anew.
    assert.doesNotMatch(stderr, /no recorded answer/);
    assert.deepEqual(await readdir(folder.path), ['report.html']);
  } finally {
    await folder.remove();
  }
});

test('the demo verifies the article with an encyclopaedia and web pages', async () => {
  const folder = await temporaryFolder();
  try {
    const { code, stdout, stderr } = await runProgram('scripts/demo.ts', ['--web', 'stand-ins'], {
      cwd: folder.path,
      environment: { TMPDIR: folder.path },
    });
    assert.equal(code, 0, stderr);
    assert.match(stdout, /^✓\d+ Supported /m);
    assert.match(stdout, /https:\/\/en\.wikipedia\.org\/wiki\//);
    assert.doesNotMatch(stdout, /urn:evidence:library:/);
    assert.match(stdout, /http:\/\/localhost:\d+\/newsletter\.pdf/);
    assert.match(stderr, /asked {5}\d+ requests to the encyclopaedia, \d+ web searches and \d+ pages for \d+ claims/);
  } finally {
    await folder.remove();
  }
});

test('an unknown option of the demo is reported', async () => {
  const { code, stderr } = await runProgram('scripts/demo.ts', ['--model', 'gpt']);
  assert.equal(code, 1);
  assert.match(stderr, /--model takes "recorded"/);
});

test('if the page cannot be written, the demo says so and exits with 1', async () => {
  const folder = await temporaryFolder();
  try {
    await mkdir(join(folder.path, 'report.html'));
    const { code, stderr } = await runProgram('scripts/demo.ts', [], {
      cwd: folder.path,
      environment: { TMPDIR: folder.path },
    });
    assert.match(stderr, /The demo failed: .*report\.html/);
    assert.equal(code, 1);
    assert.deepEqual(await readdir(folder.path), ['report.html']);
  } finally {
    await folder.remove();
  }
});
