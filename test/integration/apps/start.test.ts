import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cp, readFile, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { controlSocketPath } from '#apps/control/socket-path.ts';
import { generateApiKey } from '#common/api-key-format.ts';
import { evidence, runProgram } from '#test/support/command-line.ts';
import { eventually } from '#test/support/eventually.ts';
import { type ServiceProcess, startService } from '#test/support/service.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

let folder: { path: string; remove: () => Promise<void> };
let services: ServiceProcess[];
beforeEach(async () => {
  folder = await temporaryFolder();
  services = [];
});
afterEach(async () => {
  for (const service of services) await service.kill();
  await folder.remove();
});

async function started(environment: Record<string, string> = {}): Promise<ServiceProcess> {
  const service = await startService(join(folder.path, 'data'), environment);
  services.push(service);
  return service;
}

/** Runs the service, whose start is expected to fail. */
const refused = (environment: Record<string, string>) =>
  runProgram('apps/main.ts', [], {
    environment: { EVIDENCE_DATA_DIR: join(folder.path, 'data'), EVIDENCE_PORT: '0', ...environment },
  });

test('wrong settings end the start with 2 and a sentence that names every variable', async () => {
  const { code, stdout, stderr } = await refused({
    EVIDENCE_MODE: 'spread',
    EVIDENCE_BOOTSTRAP_KEY: 'evs_dev_wrong',
    EVIDENCE_PUBLIC_SOURCES: 'yes',
  });
  assert.equal(code, 2);
  assert.equal(stdout, '');
  assert.match(stderr, /^configuration: EVIDENCE_MODE .*; EVIDENCE_PUBLIC_SOURCES .*; EVIDENCE_BOOTSTRAP_KEY .*\n$/);
  assert.ok(!stderr.includes('evs_dev_wrong'));
});

test('a missing library folder or an impossible data folder ends the start with 2', async () => {
  const library = await refused({ EVIDENCE_LIBRARY_DIR: join(folder.path, 'nothing') });
  assert.deepEqual(
    [library.code, library.stderr],
    [2, 'configuration: EVIDENCE_LIBRARY_DIR must be a folder that exists\n'],
  );
  await writeFile(join(folder.path, 'file'), '');
  const data = await refused({ EVIDENCE_DATA_DIR: join(folder.path, 'file', 'data') });
  assert.match(data.stderr, /^the data folder \S+ can't be used: it is no folder, .* \(ENOTDIR\); .*\n$/);
  assert.equal(data.code, 2);
});

test('a second instance ends with 3, a wrong master key with 2, a taken port with 1', async () => {
  const service = await started();
  const second = await refused({});
  assert.match(second.stderr, /^another instance is working in \S+; .*\n$/);
  assert.equal(second.code, 3);
  assert.equal((await service.request('GET', '/readyz')).status, 200);
  assert.equal(await service.stop(), 0);

  const wrongKey = await refused({ EVIDENCE_MASTER_KEY: Buffer.alloc(32, 1).toString('base64') });
  assert.match(wrongKey.stderr, /EVIDENCE_MASTER_KEY.*\n$/);
  assert.equal(wrongKey.code, 2);

  const other = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => other.once('listening', resolve));
  const { port } = other.address() as { port: number };
  const taken = await refused({ EVIDENCE_PORT: String(port) });
  other.close();
  assert.match(taken.stderr, new RegExp(`^port ${port} on 127\\.0\\.0\\.1 is taken: .*\\n$`));
  assert.equal(taken.code, 1);
});

test('after kill -9 the service starts again on the same folder and control socket', async () => {
  const data = join(folder.path, 'data');
  const first = await started();
  await first.kill();
  if (process.platform !== 'win32') assert.ok((await stat(controlSocketPath(data))).isSocket());
  const second = await started();
  assert.equal(second.key, first.key);
  const ended = await evidence(data, ['rebuild', 'reviews']);
  assert.deepEqual([ended.code, ended.stdout], [0, 'reviews: rebuilt from 0 events\n']);
  assert.equal(await second.stop(), 0);
});

test('while a command works in the folder without a service, another one is told so', async () => {
  const data = join(folder.path, 'data');
  const waiting = evidence(data, ['verify', '-', '--json'], { input: await manyClaims() });
  await eventually(
    'the command has opened the folder',
    async () => (await stat(join(data, 'events.db')).catch(() => null)) !== null,
  );
  const second = await evidence(data, ['rebuild', 'reviews']);
  assert.equal(second.code, 3);
  assert.match(second.stderr, /^evidence: another instance is working in /);
  const first = await waiting;
  assert.equal(first.code, 0, first.stderr);
});

test('SIGTERM lets a running verification finish, and the process exits with 0', async () => {
  const service = await started();
  const content = await manyClaims();
  const answer = service.request('POST', '/v1/verifications', { body: { content } });
  await eventually('the extraction is done', () => service.logs.some((line) => line.stage === 'extract'));
  const stopped = service.stop();
  const { status, body } = await answer;
  assert.equal(status, 201);
  assert.ok(body.result.claims.length > 50);
  assert.equal(await stopped, 0);
  const order = service.logs.flatMap(({ msg, method }) =>
    msg === 'draining' || msg === 'stopped' || method === 'POST' ? [msg] : [],
  );
  assert.deepEqual(order, ['draining', 'request', 'stopped']);
});

test('unknown variables with our prefix cause a warning', async () => {
  const service = await started({ EVIDENCE_DATADIR: 'x' });
  const warning = service.logs.find((line) => line.msg === 'unknown variable, ignored');
  assert.equal(warning?.variable, 'EVIDENCE_DATADIR');
  assert.equal(warning?.did_you_mean, 'EVIDENCE_DATA_DIR');
  await service.stop();
});

const OLD_NODE = process.env.EVIDENCE_TEST_OLD_NODE ?? '/usr/bin/node';
const oldVersion = versionOfOldNode();

test(
  'a Node that is too old says so in one sentence',
  oldVersion === null ? { skip: 'no older Node here' } : {},
  async () => {
    for (const program of ['apps/main.ts', 'apps/cli/main.ts', 'scripts/demo.ts']) {
      const { code, stdout, stderr } = await runProgram(program, ['--help'], { node: OLD_NODE });
      assert.match(stderr, /^Node 26 or newer is needed, and this is Node [\d.]+: .*\n$/);
      assert.deepEqual([code, stdout], [2, '']);
    }
  },
);

/** Major version of the machine's own Node, if it is too old for this service. */
function versionOfOldNode(): number | null {
  const { stdout } = spawnSync(OLD_NODE, ['--version'], { encoding: 'utf8' });
  const major = Number(/^v(\d+)/.exec(stdout ?? '')?.[1] ?? Number.NaN);
  return major < 26 ? major : null;
}

/** Enough text to keep the engine busy for a moment. */
async function manyClaims(): Promise<string> {
  const article = await readFile(join(import.meta.dirname, '../../../examples/article.md'), 'utf8');
  return Array.from({ length: 10 }, () => article).join('\n\n');
}

test('a vault of another data folder ends the start with 2, and nothing is written', async () => {
  const service = await started();
  const posted = await service.request('POST', '/v1/verifications', { body: { content: 'Water is wet.' } });
  assert.equal(posted.status, 201);
  assert.equal(await service.stop(), 0);
  const other = await startService(join(folder.path, 'other'));
  assert.equal(await other.stop(), 0);
  const data = join(folder.path, 'data');
  const kept = join(folder.path, 'kept');
  await cp(data, kept, { recursive: true });
  for (const file of ['vault.db', 'master-key']) await cp(join(folder.path, 'other', file), join(data, file));
  const mixed = await refused({});
  assert.equal(mixed.code, 2);
  assert.match(mixed.stderr, /^configuration: events\.db and vault\.db in \S+ belong to different deployments.*\n$/);

  for (const file of ['vault.db', 'master-key']) await cp(join(kept, file), join(data, file));
  const again = await started();
  const { id } = posted.body.result;
  assert.equal((await again.request('GET', `/v1/verifications/${id}`)).status, 200);
});

test('a file of authorities without any certificate ends the start with 2', async () => {
  const file = join(folder.path, 'authority.pem');
  const settings = {
    EVIDENCE_MODE: 'distributed',
    EVIDENCE_ROLE: 'query-api',
    EVIDENCE_BOOTSTRAP_KEY: generateApiKey('production'),
    EVIDENCE_MASTER_KEY: Buffer.alloc(32, 1).toString('base64'),
    EVENTSTORE_URL: 'esdb://127.0.0.1:1?tls=true',
    MONGODB_URL: 'mongodb://127.0.0.1:1',
    EVIDENCE_CA_FILE: file,
  };
  for (const content of [null, 'no certificate']) {
    if (content !== null) await writeFile(file, content);
    const { code, stderr } = await refused(settings);
    assert.match(stderr, /^configuration: EVIDENCE_CA_FILE must name a file with certificates in PEM/);
    assert.equal(code, 2);
  }
  const url = 'esdb://user:secret@127.0.0.1:1?tls=true&nodePreference=follower';
  const follower = await refused({ ...settings, EVIDENCE_CA_FILE: '', EVENTSTORE_URL: url });
  assert.match(follower.stderr, /^configuration: EVENTSTORE_URL: .* nodePreference at leader/);
  assert.equal(follower.code, 2);
});

test('a start logs where the owner key is, and one line that tells what is used', async () => {
  const { logs } = await started({ EVIDENCE_PUBLIC_SOURCES: 'off', LOG_LEVEL: 'info' });
  const told = logs.filter(({ level, msg }) => level !== 'debug' && msg !== 'request');
  assert.deepEqual(
    told.map(({ msg }) => msg),
    ['the owner key is in this file', 'listening'],
  );
  const { level, time, msg, url, ...used } = told[1]!;
  assert.match(String(url), /^http:\/\/127\.0\.0\.1:\d+$/);
  assert.deepEqual(used, {
    mode: 'embedded',
    public_sources: 'off',
    web_search: 'none',
    language_model: 'none',
    nli_model: 'none',
    library: 'none',
  });
});
