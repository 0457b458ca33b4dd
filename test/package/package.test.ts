/** The package as its users get it: packed from a clone, installed in an empty folder, run from there. Needs the network for npm. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { cp, mkdir, rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const ROOT = join(import.meta.dirname, '../..');
const MOST_BYTES = 8_000_000;
const SCRIPT = `
import { verify } from 'evidence-verification';
const sources = [{ title: 'Survey', text: 'The bridge of Oldford is 412 metres long.' }];
const result = await verify('The bridge of Oldford is 512 metres long.', { sources });
console.log(result.claims.map(({ verdict }) => verdict).join());
await verify('').catch(({ code }) => console.log(code));
`;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let home: string;
let tarball: string;

interface Ended {
  code: number | null;
  output: string;
}

function run(command: string, args: readonly string[], cwd = home): Promise<Ended> {
  const env = { ...process.env, TMPDIR: join(folder.path, 'tmp'), NODE_OPTIONS: '', EVIDENCE_PUBLIC_SOURCES: 'off' };
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output }));
  });
}

before(async () => {
  folder = await temporaryFolder();
  home = join(folder.path, 'home');
  await mkdir(home);
  await mkdir(join(folder.path, 'tmp'));
  const clone = join(folder.path, 'clone');
  const cloned = await run('git', ['clone', '--quiet', '--depth', '1', `file://${ROOT}`, clone]);
  assert.equal(cloned.code, 0, cloned.output);
  await symlink(join(ROOT, 'node_modules'), join(clone, 'node_modules'));
  const packed = await run('npm', ['pack', '--pack-destination', folder.path], clone);
  assert.equal(packed.code, 0, packed.output);
  tarball = join(folder.path, readdirSync(folder.path).find((name) => name.endsWith('.tgz'))!);
  const installed = await run('npm', ['install', tarball, '--no-audit', '--no-fund']);
  assert.equal(installed.code, 0, installed.output);
});
after(() => folder.remove());

test('it is small, and holds no tests, benchmarks, evaluations or sources', () => {
  assert.ok(statSync(tarball).size < MOST_BYTES, String(statSync(tarball).size));
  const files = readdirSync(join(home, 'node_modules/evidence-verification'), { recursive: true }) as string[];
  const unneeded = files.filter((file) => /(?:^|\/)(?:test|bench|eval|scripts)(?:\/|$)|(?<!\.d)\.ts$/.test(file));
  assert.deepEqual(unneeded, []);
});

test('an installation with a broken engine says so at once', async () => {
  const engine = join(home, 'node_modules/evidence-verification/dist/platform/engine-pool/engine-worker.js');
  await rename(engine, `${engine}.away`);
  try {
    await writeFile(join(home, 'broken.mjs'), SCRIPT);
    const { code, output } = await run(process.execPath, ['broken.mjs']);
    assert.equal(code, 1);
    assert.match(output, /the engine can't be started: no thread could be started \(ERR_MODULE_NOT_FOUND\)/);
  } finally {
    await rename(`${engine}.away`, engine);
  }
});

test('a package that was packed without its code says so', async () => {
  const bare = join(folder.path, 'bare');
  await mkdir(bare);
  await cp(join(ROOT, 'package.json'), join(bare, 'package.json'));
  await cp(join(ROOT, 'apps/package'), join(bare, 'apps/package'), { recursive: true });
  for (const entry of ['evidence.mjs', 'index.mjs']) {
    const { code, output } = await run(process.execPath, [join(bare, 'apps/package', entry)]);
    assert.notEqual(code, 0);
    assert.match(output, /packed without its code: .* Pack it with "npm pack --ignore-scripts=false"/);
  }
});

test('an import verifies in process and leaves nothing behind', async () => {
  await writeFile(join(home, 'try.mjs'), SCRIPT);
  const { code, output } = await run(process.execPath, ['try.mjs']);
  assert.deepEqual([code, output], [0, 'contradicted\nvalidation_error\n']);
  assert.deepEqual(
    readdirSync(join(folder.path, 'tmp')).filter((name) => name.startsWith('evidence-')),
    [],
  );
});

test('the command verifies texts and documents against a library', async () => {
  await mkdir(join(home, 'library'));
  await writeFile(join(home, 'library/a.md'), 'The station has 18 turbines.');
  await writeFile(join(home, 'text.md'), 'The station has 24 turbines.');
  await cp(join(ROOT, 'examples/newsletter.pdf'), join(home, 'letter.pdf'));
  const { code, output } = await run('npx', ['evidence', 'verify', 'text.md', 'letter.pdf', '--library', 'library']);
  assert.equal(code, 0, output);
  assert.match(output, /Contradicted/);
  assert.match(output, /salmon/);
});
