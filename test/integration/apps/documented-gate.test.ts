/** docs/how-to/ci.md as a new user follows it: the steps of the workflow, the job and the hook, in a repository of their own. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { evidence } from '#test/support/command-line.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const ROOT = join(import.meta.dirname, '../../..');
const CI = readFileSync(join(ROOT, 'docs/how-to/ci.md'), 'utf8');
const [WORKFLOW, JOB] = [...CI.matchAll(/^```yaml\n(.*?)^```/gms)].map(([, block]) => parse(block!));
const HOOK = /^```sh\n(EVIDENCE_HOME=.*?)^```/ms.exec(CI)![1]!;

const ACCEPTED = 'The bridge of Oldford is 512 metres long.\n';
const WRONG = 'The mill of Tarnow was built in 1790.\n';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let repository: string;

interface Ended {
  code: number;
  output: string;
}

async function shell(script: string, environment: Record<string, string> = {}): Promise<Ended> {
  const env = { PATH: process.env.PATH, HOME: folder.path, GIT_CONFIG_GLOBAL: '/dev/null', ...environment };
  return promisify(execFile)('bash', ['-e', '-c', script], { cwd: repository, env }).then(
    ({ stdout, stderr }) => ({ code: 0, output: stdout + stderr }),
    ({ code, stdout, stderr }) => ({ code, output: stdout + stderr }),
  );
}

before(async () => {
  folder = await temporaryFolder();
  repository = join(folder.path, 'repository');
  await mkdir(join(repository, 'docs'), { recursive: true });
  await mkdir(join(repository, 'sources'));
  // Where the workflow's steps before have put it.
  await symlink(ROOT, join(folder.path, 'evidence'));
  await writeFile(join(repository, 'docs/bridge.md'), ACCEPTED);
  await writeFile(join(repository, 'sources/bridge.txt'), 'The bridge of Oldford is 412 metres long.\n');
  await writeFile(join(repository, 'sources/mill.txt'), 'The mill of Tarnow was built in 1795.\n');
  await writeFile(join(repository, '.gitignore'), 'data\n');
  const accept = ['verify', 'docs/**/*.md', '--library', 'sources', '--no-web', '--update-baseline'];
  const accepted = await evidence(join(repository, 'data'), [...accept, '--baseline', 'evidence-baseline.json'], {
    cwd: repository,
  });
  assert.equal(accepted.code, 0, accepted.stderr);
  const { code, output } = await shell(
    'git init -q && git config user.name A && git config user.email a@example.org && git add . && git commit -qm first',
  );
  assert.equal(code, 0, output);
});
after(() => folder.remove());

test('the step of the workflow finds what is new, and only that', async () => {
  const { run, env } = WORKFLOW.jobs.evidence.steps.at(-1);
  const environment = { ...env, EVIDENCE_CACHE_KEY: 'a-secret-of-the-repository' };
  const accepted = await shell(run, environment);
  assert.deepEqual([accepted.code, accepted.output.includes('::error')], [0, false], accepted.output);
  await writeFile(join(repository, 'docs/mill.md'), WRONG);
  const found = await shell(run, environment);
  assert.equal(found.code, 1, found.output);
  assert.deepEqual(found.output.match(/^::error file=[^,]+,line=\d+/gm), ['::error file=docs/mill.md,line=1']);
  assert.equal(WORKFLOW.jobs.evidence.steps[1].with.path, '.evidence-cache.json');
  await readFile(join(repository, '.evidence-cache.json'));
});

test('the step of the GitLab job writes its report', async () => {
  const step: string = JOB.evidence.script.at(-1);
  const { code, output } = await shell(step.replaceAll(/\/evidence\/(?=node_modules|apps\/run)/g, `${ROOT}/`), {
    EVIDENCE_CACHE_KEY: 'a-secret-of-the-project',
  });
  assert.equal(code, 1, output);
  const report = await readFile(join(repository, JOB.evidence.artifacts.reports.junit), 'utf8');
  assert.match(report, /docs\/mill\.md:1:1/);
});

test('the hook refuses a commit with an error, and lets one without it pass', async () => {
  const written = await shell(HOOK.replace('/path/to/evidence', ROOT));
  assert.equal(written.code, 0, written.output);
  const commit = () => shell('git add docs && git commit -qm next');
  const refused = await commit();
  assert.equal(refused.code, 1, refused.output);
  assert.match(refused.output, /docs\/mill\.md:1:1 +contradicted/);
  await writeFile(join(repository, 'docs/mill.md'), WRONG.replace('1790', '1795'));
  const passed = await commit();
  assert.equal(passed.code, 0, passed.output);
});
