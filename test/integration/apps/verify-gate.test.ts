/** `evidence verify` as a gate: exit codes, formats, baseline, changed files. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Log } from 'sarif';
import { type Ended, evidence, type RunOptions } from '#test/support/command-line.ts';
import { type ServiceProcess, startService } from '#test/support/service.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const WRONG = 'The mill of Oldford was built in 1790.';
const RIGHT = 'The mill of Newford was built in 1801.';

let folder: { path: string; remove: () => Promise<void> };
let data: string;
let work: string;
let service: ServiceProcess;

const run = (args: readonly string[], options: RunOptions = {}): Promise<Ended> =>
  evidence(data, ['verify', ...args], { cwd: work, ...options });

before(async () => {
  folder = await temporaryFolder();
  data = join(folder.path, 'data');
  work = join(folder.path, 'work');
  const library = join(folder.path, 'mills');
  await mkdir(join(work, 'docs', 'deep'), { recursive: true });
  await mkdir(library);
  await writeFile(join(library, 'oldford.txt'), 'The mill of Oldford was built in 1795.\n');
  await writeFile(join(library, 'newford.txt'), 'The mill of Newford was built in 1801.\n');
  await writeFile(join(work, 'docs', 'wrong.md'), `---\ntitle: 🌬 Mills\n---\r\n\r\n🌬 ${RIGHT} ${WRONG}\r\n`);
  await writeFile(join(work, 'docs', 'deep', 'right.md'), `${RIGHT}\n`);
  await writeFile(join(work, 'docs', 'broken.txt'), Buffer.from([0xff, 0xfe, 0xfd]));
  service = await startService(data, { EVIDENCE_LIBRARY_DIR: library });
});
after(async () => {
  await service.stop();
  await folder.remove();
});

describe('a check of files', () => {
  test('ends with 1 and the place of what it found', async () => {
    const ended = await run(['docs/**/*.md', '--fail-on', 'contradicted']);
    assert.equal(ended.code, 1, ended.stderr);
    const [, line, column] = /^docs\/wrong\.md:(\d+):(\d+) {2}contradicted$/m.exec(ended.stdout)!;
    const lines = (await readFile(join(work, 'docs', 'wrong.md'), 'utf8')).split(/\r?\n/);
    assert.equal([...lines[Number(line) - 1]!].slice(Number(column) - 1).join(''), WRONG, 'in code points');
    assert.match(ended.stdout, /2 files checked, \d+ claims: contradicted 1 \(\d+%\), disputed 0 \(0%\), /);
  });

  test('ends with 0 where nothing fails it', async () => {
    const right = await run(['docs/deep/*.md', '--fail-on', 'contradicted,disputed']);
    assert.equal(right.code, 0, right.stdout);
    const other = await run(['docs/wrong.md', '--fail-on', 'disputed']);
    assert.equal(other.code, 0, other.stdout);
  });

  test('ends with 2 where a file could not be checked, and reports the others', async () => {
    const ended = await run(['docs/**/*', 'missing.md', '--fail-on', 'contradicted', '--format', 'json']);
    assert.equal(ended.code, 2);
    const { files } = JSON.parse(ended.stdout);
    const outcome = Object.fromEntries(
      files.map(({ file, problem, findings }: { file: string; problem: string | null; findings: unknown[] }) => [
        file,
        problem ?? findings.length,
      ]),
    );
    assert.deepEqual(outcome, {
      'docs/broken.txt': 'docs/broken.txt is not UTF-8 text',
      'docs/deep/right.md': 0,
      'docs/wrong.md': 1,
      'missing.md': "missing.md can't be read: there is no such file or folder (ENOENT)",
    });
  });

  test('ends with 2 for a pattern without files and for unknown verdicts', async () => {
    const none = await run(['nowhere/*.md', '--fail-on', 'contradicted']);
    assert.deepEqual([none.code, /matches no file/.test(none.stderr)], [2, true]);
    const unknown = await run(['docs/wrong.md', '--fail-on', 'wrong']);
    assert.deepEqual([unknown.code, /takes verdicts/.test(unknown.stderr)], [2, true]);
    const mixed = await run(['docs/wrong.md', '--fail-on', 'contradicted', '--html', 'x.html']);
    assert.equal(mixed.code, 2);
  });

  test('reports as SARIF with the same places', async () => {
    const ended = await run(['docs/wrong.md', '--format', 'sarif', '--output', 'found.sarif']);
    assert.equal(ended.code, 1, ended.stderr);
    const log: Log = JSON.parse(await readFile(join(work, 'found.sarif'), 'utf8'));
    const [{ columnKind, results, tool, invocations } = assert.fail()] = log.runs;
    assert.deepEqual(
      [log.version, columnKind, invocations![0]!.executionSuccessful],
      ['2.1.0', 'unicodeCodePoints', true],
    );
    const [result, ...more] = results!;
    assert.deepEqual(more, []);
    assert.equal(tool.driver.rules![result!.ruleIndex!]!.id, 'contradicted');
    assert.deepEqual([result!.level, result!.baselineState], ['error', 'new']);
    const { artifactLocation, region } = result!.locations![0]!.physicalLocation!;
    assert.equal(artifactLocation!.uri, 'docs/wrong.md');
    assert.deepEqual(region!.snippet, { text: WRONG });
    assert.deepEqual([region!.startLine, region!.endColumn! - region!.startColumn!], [5, [...WRONG].length]);
  });

  test('reports for JUnit and for GitHub', async () => {
    const junit = await run(['docs/**/*.md', 'docs/broken.txt', '--format', 'junit']);
    assert.equal(junit.code, 2);
    assert.match(junit.stdout, /<testsuite name="docs\/wrong\.md" tests="1" failures="1" errors="0" skipped="0">/);
    assert.match(junit.stdout, /<testcase classname="docs\/deep\/right\.md" name="no findings"\/>/);
    assert.match(junit.stdout, /<error message="docs\/broken\.txt is not UTF-8 text"\/>/);
    const github = await run(['docs/wrong.md', '--format', 'github']);
    assert.match(
      github.stdout,
      /^::error file=docs\/wrong\.md,line=5,col=\d+,endLine=5,endColumn=\d+,title=contradicted::/,
    );
  });
});

describe('a baseline', () => {
  test('accepts what is there, and only that', async () => {
    const file = join(work, 'docs', 'grows.md');
    await writeFile(file, `${WRONG}\n`);
    const accepted = await run(['docs/grows.md', '--baseline', 'known.json', '--update-baseline']);
    assert.equal(accepted.code, 0, accepted.stderr);
    assert.doesNotMatch(await readFile(join(work, 'known.json'), 'utf8'), /mill/, 'no text');
    const again = await run(['docs/grows.md', '--baseline', 'known.json', '--fail-on', 'contradicted']);
    assert.equal(again.code, 0, again.stdout);
    assert.match(again.stdout, /1 accepted by the baseline/);
    await writeFile(file, `A line before.\n\n${WRONG}\n\nThe mill of Newford was built in 1820.\n`);
    const more = await run(['docs/grows.md', '--baseline', 'known.json', '--format', 'json']);
    assert.equal(more.code, 1);
    const { findings } = JSON.parse(more.stdout).files[0];
    assert.deepEqual(
      findings.map(({ span, accepted }: { span: string; accepted: boolean }) => [span.includes('1790'), accepted]),
      [
        [true, true],
        [false, false],
      ],
    );
  });

  test('that is none is refused', async () => {
    await writeFile(join(work, 'other.json'), '{}');
    const ended = await run(['docs/wrong.md', '--baseline', 'other.json']);
    assert.deepEqual([ended.code, /is no baseline/.test(ended.stderr)], [2, true]);
  });
});

test('only files that differ from a commit are checked', async () => {
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.org', ...args], { cwd: work });
  git('init', '--quiet');
  git('add', '.');
  git('commit', '--quiet', '--message', 'all');
  const same = await run(['docs/**/*.md', '--changed-since', 'HEAD', '--format', 'json']);
  assert.deepEqual([same.code, JSON.parse(same.stdout)], [0, { files: [] }]);
  await writeFile(join(work, 'docs', 'new one.md'), `${WRONG}\n`);
  const changed = await run(['docs/**/*.md', '--changed-since', 'HEAD', '--format', 'json']);
  assert.equal(changed.code, 1);
  assert.deepEqual(
    JSON.parse(changed.stdout).files.map(({ file }: { file: string }) => file),
    ['docs/new one.md'],
  );
  const unknown = await run(['docs/*.md', '--changed-since', 'no-such-branch']);
  assert.deepEqual([unknown.code, /--changed-since no-such-branch: /.test(unknown.stderr)], [2, true]);
});
