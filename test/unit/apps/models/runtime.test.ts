/** Installing the runtime, with a script in place of npm. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { findRuntime, installRuntime, RUNTIME_PACKAGE, RUNTIME_VERSION } from '#apps/models/runtime.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const ON_WINDOWS = process.platform === 'win32' && 'npm is a script of another shell there';

async function open(t: TestContext, npm: string) {
  const folder = await temporaryFolder();
  t.after(folder.remove);
  const script = join(folder.path, 'npm');
  writeFileSync(script, `#!${process.execPath}\n${npm}`, { mode: 0o700 });
  return { models: join(folder.path, 'models'), script, folder: folder.path };
}

const PACKAGE = `node_modules/${RUNTIME_PACKAGE}`;
const INSTALLS = `
  const { mkdirSync, writeFileSync } = require('node:fs');
  const { version } = require(process.cwd() + '/package-lock.json').packages['${PACKAGE}'];
  for (const platform of ['${process.platform}/${process.arch}', '${process.platform}/other', 'other/x64']) {
    mkdirSync('${PACKAGE}/bin/napi-v6/' + platform, { recursive: true });
  }
  writeFileSync('${PACKAGE}/package.json', JSON.stringify({ name: '${RUNTIME_PACKAGE}', version }));
  writeFileSync('${PACKAGE}/arguments', process.argv.slice(2).join(' '));
`;

test('npm installs the pinned runtime without scripts, for this platform', { skip: ON_WINDOWS }, async (t) => {
  const { models, script } = await open(t, INSTALLS);
  assert.equal(findRuntime(models), null);
  await installRuntime(models, script);
  const runtime = findRuntime(models)!;
  assert.equal(runtime, join(models, 'runtime', PACKAGE));
  assert.match(readFileSync(join(runtime, 'arguments'), 'utf8'), /^ci --ignore-scripts /);
  assert.deepEqual(readdirSync(join(runtime, 'bin/napi-v6')), [process.platform]);
  assert.deepEqual(readdirSync(join(runtime, 'bin/napi-v6', process.platform)), [process.arch]);
  assert.deepEqual(readdirSync(models), ['runtime']);
});

test('another version of the runtime does not count', { skip: ON_WINDOWS }, async (t) => {
  const { models, script } = await open(t, INSTALLS);
  await installRuntime(models, script);
  const file = join(findRuntime(models)!, 'package.json');
  writeFileSync(file, readFileSync(file, 'utf8').replace(RUNTIME_VERSION, '1.2.3'));
  assert.equal(findRuntime(models), null);
});

test('a failed installation is reported with the reason', { skip: ON_WINDOWS }, async (t) => {
  const fails = `console.error('npm error code ENOTFOUND\\nnpm error network https://user:secret@registry'); process.exit(1);`;
  const { models, script, folder } = await open(t, fails);
  const told = {
    message: /could not install onnxruntime-node \(ENOTFOUND\): check the network, or install .* by hand$/,
  };
  await assert.rejects(installRuntime(models, script), told);
  assert.equal(findRuntime(models), null);
  await assert.rejects(installRuntime(models, join(folder, 'no-npm')), { message: /npm is needed to install/ });
});
