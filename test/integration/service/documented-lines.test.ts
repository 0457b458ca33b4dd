/**
 * README.md: its first answer is the one that comes. docs/operations.md: its table names every operation, and its lines work
 * unchanged, in bash and in zsh.
 */
import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { endWithThisProcess } from '#test/support/children.ts';
import { type ServiceProcess, startService } from '#test/support/service.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const ROOT = join(import.meta.dirname, '../../..');
const SHELL_TIMEOUT_MS = 240_000;
const README = readFileSync(join(ROOT, 'README.md'), 'utf8');
const OPERATIONS = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8');

interface Row {
  group: string;
  /** As in `POST /webhooks`. */
  operation: string;
  does: string;
  line: string;
}

const SHELLS = ['bash', 'zsh'] as const;
const curl = spawnSync('sh', ['-c', 'command -v curl'], { encoding: 'utf8' }).stdout?.trim();
/** `-f`: without the settings of whoever runs the tests. */
const optionsOf = (shell: string) => (shell === 'zsh' ? ['-f'] : []);
const isThere = (shell: string) => spawnSync(shell, ['-c', ':']).status === 0;

let service: ServiceProcess;
let folder: string;
const closing: (() => Promise<unknown>)[] = [];

/** A service of its own in a folder of its own, as a key may call 60 times a minute. */
async function start(): Promise<void> {
  const { path, remove } = await temporaryFolder();
  folder = path;
  service = await startService(join(path, 'data'), { EVIDENCE_LIBRARY_DIR: join(ROOT, 'examples/library') });
  const { kill } = service;
  closing.push(() => kill().then(remove));
}

before(start);
after(() => Promise.all(closing.map((close) => close())));

test('the first text is answered as shown', async () => {
  const [, sent = '', shown = ''] =
    /v1\/verifications \\\n.*? -d '(.*?)'\n```\n.*?^```json\n(.*?)^```/ms.exec(README) ?? [];
  const { body } = await service.request('POST', '/v1/verifications', { body: JSON.parse(sent) });
  assertShown(body, JSON.parse(shown), 'answer');
});

/** What each answer has of its own. */
const ONCE = /^(?:id|request_id|expires_at)$/;

/** Everything shown is there; an answer has more. */
function assertShown(answer: unknown, shown: unknown, at: string): void {
  if (Array.isArray(shown)) assert.equal((answer as unknown[]).length, shown.length, at);
  if (typeof shown !== 'object' || shown === null) {
    assert.deepEqual(answer, shown, at);
    return;
  }
  for (const [name, value] of Object.entries(shown)) {
    const found = (answer as Record<string, unknown>)[name];
    if (ONCE.test(name)) assert.equal(typeof found, 'string', `${at}.${name}`);
    else assertShown(found, value, `${at}.${name}`);
  }
}

test('the table lists the described operations by group', async () => {
  const { body } = await service.request('GET', '/v1/openapi.json');
  const described = Object.entries(body.paths as Record<string, Record<string, { tags: string[]; summary: string }>>)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { tags, summary }]) =>
        [tags[0], `${method.toUpperCase()} ${path}`, summary].join(' | '),
      ),
    )
    .toSorted();
  const listed = rows().map(({ group, operation, does }) => [group, operation, does].join(' | '));
  assert.deepEqual(listed.toSorted(), described);
  assert.match(OPERATIONS, new RegExp(`^The ${described.length} operations`, 'm'));
});

for (const shell of SHELLS) {
  test(`every line works when pasted into ${shell}, one after the other`, {
    skip: !curl || !isThere(shell) ? `no curl or no ${shell} here` : false,
  }, async () => {
    if (shell !== SHELLS[0]) await start();
    const [, setup = ''] = /^```sh\n(.*?)^```/ms.exec(OPERATIONS) ?? [];
    const here = setup.replace('http://127.0.0.1:8080', service.url);
    assert.notEqual(here, setup, 'the address of the service is set');
    // The lines name files as from the project's folder.
    await symlink(join(ROOT, 'examples'), join(folder, 'examples'));
    await recordCalls();
    const steps = [here, ...rows().map(({ line }) => line)];
    await writeFile(join(folder, 'lines.sh'), steps.map(stepOf).join('\n'));
    // The lines' own key may call 60 times a minute, which looking at jobs would use up.
    const watcher = await service.request('POST', '/v1/api-keys', {
      body: { name: 'watcher', scopes: ['documents:write'] },
    });
    assert.equal(watcher.status, 201, watcher.text);
    const running = promisify(execFile)(shell, [...optionsOf(shell), 'lines.sh'], {
      cwd: folder,
      env: { PATH: `${folder}:${process.env.PATH}`, WATCHER_KEY: watcher.body.secret },
      timeout: SHELL_TIMEOUT_MS,
    });
    endWithThisProcess(running.child);
    await running;

    assert.deepEqual(await failuresOf(0), []);
    for (const [index, { operation }] of rows().entries()) {
      assert.deepEqual(await failuresOf(index + 1, operation), []);
    }
  });
}

function rows(): Row[] {
  let group = '';
  return OPERATIONS.split('\n').flatMap((text) => {
    group = /^\| \*\*(.+)\*\* \|/.exec(text)?.[1] ?? group;
    const [, operation, does, line] = /^\| `(\S+ \S+)` \| (.+?) \| `(.+)` \|$/.exec(text) ?? [];
    return operation && does && line ? [{ group, operation, does, line }] : [];
  });
}

/** Puts a `curl` into the folder that notes the status, method and URL of each call in the file `$CALLS`. */
async function recordCalls(): Promise<void> {
  const format = '%{stderr}%{http_code} %{method} %{url_effective}\\n';
  const program = `#!/bin/sh\nexec '${curl}' -w '${format}' "$@" 2>>"$CALLS"\n`;
  await writeFile(join(folder, 'curl'), program, { mode: 0o755 });
}

/** A step as lines of a script. What it calls and prints goes into files with its number; variables stay. */
function stepOf(line: string, index: number): string {
  const step = `export CALLS=calls-${index}\n{\n${line}\n} >printed-${index} 2>&1 </dev/null\n`;
  // A reader would look at the job until it has ended.
  return line.startsWith('JOB=') ? `${step}${UNTIL_ENDED}\n` : step;
}

/** Gives up after a minute or more, so that the steps after it say what is wrong. */
const UNTIL_ENDED = `export CALLS=/dev/null
for ((look = 0; look < 60; look++))
do
  curl -sS -H "Authorization: Bearer $WATCHER_KEY" "$EVIDENCE_URL/v1/documents/$JOB" |
    grep -qE '"status":"(succeeded|failed|cancelled)"' && break
  sleep 1
done`;

/** What is wrong with the calls of a step: it makes at least one, all succeed, and the last one is the operation's. */
async function failuresOf(index: number, operation?: string): Promise<string[]> {
  const calls = (await readFile(join(folder, `calls-${index}`), 'utf8').catch(() => '')).trim().split('\n');
  // The page on which a person subscribes answers 303.
  const failed = calls.filter((call) => !/^(?:2\d\d|303) /.test(call));
  const [status = '', method, url = ''] = calls.at(-1)!.split(' ');
  const called = URL.canParse(url) ? `${method} ${new URL(url).pathname}` : '';
  const wanted = operation?.replace(' ', ' /v1').replaceAll(/\{\w+\}/g, '[a-z]{3}_[0-9a-f]{32}');
  if (!status.startsWith('2')) failed.push(`${operation}: the last call answered ${status}`);
  if (wanted !== undefined && !new RegExp(`^${wanted}$`).test(called)) failed.push(`${operation}: called ${called}`);
  if (failed.length > 0) failed.push(await readFile(join(folder, `printed-${index}`), 'utf8'));
  return failed;
}
